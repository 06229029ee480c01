import type { MarkedToken, Token, Tokens } from 'marked'
import { type ComponentChildren, createContext, type JSX } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { readMarkdown, safeLink, withoutReferences } from './read.ts'
import { type Box, boxesIn, tokensIn, withTick } from './ticks.ts'

export interface MarkdownProps {
  text: string
  /** Takes the text after a box of a task list was ticked. Without it, boxes are only shown. */
  onTick?: ((text: string, done: string) => void) | undefined
}

interface Around {
  boxes: readonly Box[]
  /** Ticks a box; undefined if that is not possible. */
  tick?: ((box: Box) => void) | undefined
  /** The depths of the text's headings. */
  depths: readonly number[]
}

/** What a token needs to know of the whole text. */
const TextAround = createContext<Around>({ boxes: [], depths: [] })

/** A description, read as Markdown. Its tokens become elements of the page; no text of it is ever read as HTML. */
export function Markdown({ text, onTick }: MarkdownProps): JSX.Element {
  const tokens = useMemo(() => readMarkdown(text), [text])
  const around = useMemo(() => ({ boxes: boxesIn(tokens), depths: depthsIn(tokens) }), [tokens])
  const tick = ({ index, label, token }: Box) => {
    const ticked = withTick(text, index)
    if (ticked !== undefined) onTick?.(ticked, `${token.checked ? 'Unticked' : 'Ticked'} “${label}”.`)
  }
  return (
    <TextAround.Provider value={{ ...around, tick: onTick && tick }}>
      <div class="markdown">{shown(tokens)}</div>
    </TextAround.Provider>
  )
}

const shown = (tokens: readonly Token[] | undefined): ComponentChildren =>
  // marked adds tokens of other types for extensions only, of which there are none
  tokens?.map((token, index) => <Piece key={index} token={token as MarkedToken} />)

/** How each token becomes an element. HTML is shown as it was written. */
const views: {
  readonly [Type in MarkedToken['type']]: (token: Extract<MarkedToken, { type: Type }>) => ComponentChildren
} = {
  paragraph: ({ tokens }) => <p dir="auto">{shown(tokens)}</p>,
  heading: (token) => <Heading {...token} />,
  text: (token) => (token.tokens ? <span>{shown(token.tokens)}</span> : withoutReferences(token.text)),
  escape: ({ text }) => text,
  strong: ({ tokens }) => <strong>{shown(tokens)}</strong>,
  em: ({ tokens }) => <em>{shown(tokens)}</em>,
  del: ({ tokens }) => <del>{shown(tokens)}</del>,
  codespan: ({ text }) => <code>{text}</code>,
  br: () => <br />,
  link: ({ href, tokens }) => <Link href={href}>{shown(tokens)}</Link>,
  image: ({ href, text }) => <Link href={href}>{withoutReferences(text) || href}</Link>,
  blockquote: ({ tokens }) => <blockquote dir="auto">{shown(tokens)}</blockquote>,
  code: ({ text }) => (
    <pre>
      <code>{text}</code>
    </pre>
  ),
  list: (token) => <List {...token} />,
  list_item: ({ tokens }) => <li dir="auto">{shown(tokens)}</li>,
  checkbox: (token) => <TickBox token={token} />,
  table: (token) => <Table {...token} />,
  html: ({ block, text }) => (block ? <p class="markdown-source">{text.trim()}</p> : text),
  hr: () => <hr />,
  def: () => null,
  space: () => null,
}

/** A token as an element. */
function Piece({ token }: { token: MarkedToken }): ComponentChildren {
  const view = views[token.type] as (token: MarkedToken) => ComponentChildren // that of its type
  return view(token)
}

/** A box of a task list. */
function TickBox({ token }: { token: Tokens.Checkbox }) {
  const { boxes, tick } = useContext(TextAround)
  const box = boxes.find((one) => one.token === token)
  return (
    <input
      type="checkbox"
      class="markdown-check"
      aria-label={box?.label}
      checked={token.checked}
      disabled={!tick}
      onClick={(event) => {
        // it is drawn as the changed text says
        event.preventDefault()
        if (box) tick?.(box)
      }}
    />
  )
}

/** Which depths of headings a text uses. */
const depthsIn = (tokens: readonly Token[]): number[] => [
  ...new Set(tokensIn(tokens).flatMap((token) => ('depth' in token ? [Number(token.depth)] : []))),
]

/** The task's own headings come first, down to h3. The highest ones of the text are a level below, and no level is left out. */
function Heading({ depth, tokens }: Tokens.Heading) {
  const { depths } = useContext(TextAround)
  const rank = depths.filter((other) => other < depth).length
  const Level = (['h4', 'h5'] as const)[rank] ?? 'h6'
  return <Level dir="auto">{shown(tokens)}</Level>
}

/** A link that tells its target nothing; only its text if the address must not be followed. */
function Link({ href, children }: { href: string; children: ComponentChildren }) {
  const address = safeLink(href)
  if (address === undefined) return <span>{children}</span>
  return (
    <a href={address} title={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

function List({ ordered, start, items }: Tokens.List) {
  return ordered ? (
    <ol start={start === '' ? 1 : start}>{shown(items)}</ol>
  ) : (
    <ul class={items.some(({ task }) => task) ? 'markdown-tasks' : undefined}>{shown(items)}</ul>
  )
}

function Table({ header, rows }: Tokens.Table) {
  const alignOf = ({ align }: Tokens.TableCell) => (align === null ? undefined : `align-${align}`)
  return (
    <div class="markdown-table" role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={index} scope="col" dir="auto" class={alignOf(cell)}>
                {shown(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td key={index} dir="auto" class={alignOf(cell)}>
                  {shown(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
