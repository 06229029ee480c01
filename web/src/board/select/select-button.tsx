import { useMay } from '../../data/api.ts'
import { beginSelecting, endSelecting, selection } from './state.ts'

/** The button that begins and ends the selection of cards. */
export function SelectButton() {
  const { isOn } = selection.use()
  if (!useMay('write')) return null
  return (
    <button
      type="button"
      class="select-button"
      aria-pressed={isOn}
      title="Select several cards. On a card: X, or Ctrl and a click"
      onClick={isOn ? endSelecting : beginSelecting}
    >
      Select
    </button>
  )
}
