import { useRef } from 'preact/hooks'
import { connection } from '../data/connection.ts'
import type { Notice, Saving } from './editor-state.ts'

interface SaveStateProps {
  saving: Saving
  /** Whether there is something that will be saved. */
  isDue: boolean
  notice: Notice
  /** What it says where nothing has been changed yet. */
  hint: string
}

const savingText = 'Saving…'

function textOf({ saving, isDue, notice }: SaveStateProps, isLost: boolean): string {
  const isUnderWay = saving === 'saving' || (saving === 'idle' && isDue)
  if (saving === 'retrying' || (isUnderWay && isLost)) return 'Not saved, retrying'
  if (saving === 'failed') return 'Not saved'
  if (isUnderWay) return savingText
  return notice.isAlert ? '' : notice.text
}

/** Whether everything is saved. Screen readers are told outcomes, not each beginning. */
export function SaveState(props: SaveStateProps) {
  const text = textOf(props, connection.use() === 'lost')
  const said = useRef('')
  if (text !== savingText) said.current = text
  return (
    <>
      <span class={`save-state saving-${props.saving}`} aria-hidden="true">
        {text === '' ? props.hint : text}
      </span>
      <span role="status" class="visually-hidden">
        {said.current}
      </span>
    </>
  )
}
