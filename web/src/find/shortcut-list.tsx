import { Dialog } from '../ui/dialog.tsx'
import { letterKeys, setLetterKeys } from '../ui/letter-keys.ts'
import { isLetter, shortcuts, type Shortcut } from '../ui/shortcuts.ts'
import '../style/find.css'
import { ShortcutKeys } from './shortcut-keys.tsx'
import { useValue } from '../data/use-value.ts'

/** The keys in a description that is being written, where `?` is a letter. */
const inDescriptions: readonly Pick<Shortcut, 'keys' | 'name'>[] = [
  { keys: 'mod+b', name: 'Bold, in a description' },
  { keys: 'mod+i', name: 'Italic, in a description' },
  { keys: 'mod+k', name: 'Link, in a description' },
]

/** What the keys of this page do, each with its keys; of two shortcuts with the same keys, the later one works. */
function rowsOf(all: readonly Shortcut[]) {
  const byKeys = new Map(all.map((shortcut) => [shortcut.keys, shortcut]))
  const byName = Map.groupBy([...byKeys.values(), ...inDescriptions], ({ name }) => name)
  return [...byName].map(([name, own]) => ({ name, own }))
}

/** The shortcuts of this page, and the switch for those of one letter. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const areLettersOn = useValue(letterKeys)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <table class="shortcuts">
        <thead class="visually-hidden">
          <tr>
            <th scope="col">What it does</th>
            <th scope="col">Keys</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(useValue(shortcuts)).map(({ name, own }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {own.some(isLetter) && !areLettersOn && <span class="muted">off</span>}
                {own.map(({ keys }, index) => (
                  <span key={keys}>
                    {index > 0 && ' or '}
                    <ShortcutKeys keys={keys} />
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <label class="switch-line">
        <input
          type="checkbox"
          role="switch"
          checked={areLettersOn}
          onChange={(event) => {
            setLetterKeys(event.currentTarget.checked)
          }}
        />
        <span>Shortcuts of one key</span>
      </label>
      <p class="muted">
        Turn them off if you dictate, or if keys are pressed by accident. This device remembers it.
      </p>
    </Dialog>
  )
}
