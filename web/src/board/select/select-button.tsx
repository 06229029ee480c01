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
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d="m2 4.5 1.25 1.25L5.5 3.5M2 11l1.25 1.25L5.5 10M8.5 4.75H14M8.5 11.25H14" />
      </svg>
      <span>Select</span>
    </button>
  )
}
