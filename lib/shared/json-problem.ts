/** One token of JSON, with the white space before it: RFC 8259, sections 2, 6 and 7. */
const token =
  // eslint-disable-next-line no-control-regex -- the control characters that a string of JSON must not hold
  /[ \t\n\r]*(?:([{}[\],:])|("[^"\\\u0000-\u001F]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\\u0000-\u001F]*)*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y

const blanks = /[ \t\n\r]*/y

/** Which kinds of tokens may come next. `s` is a string, `v` another value without members. */
const next = { value: '{[sv', firstMember: 's}', member: 's', firstElement: '{[sv]', colon: ':' }

/** Returns where a text stops being JSON, as an index; undefined if all of it is JSON. */
function findProblem(text: string): number | undefined {
  const open: string[] = []
  let allowed = next.value
  for (let at = 0; ;) {
    token.lastIndex = at
    const [found, sign, string] = token.exec(text) ?? []
    blanks.lastIndex = at
    const start = at + (blanks.exec(text)?.[0].length ?? 0)
    if (found === undefined) return start === text.length && allowed === '' ? undefined : start
    const kind = sign ?? (string === undefined ? 'v' : 's')
    if (!allowed.includes(kind)) return start
    at = token.lastIndex
    const isName = kind === 's' && (allowed === next.member || allowed === next.firstMember)
    if (isName) allowed = next.colon
    else if (kind === ':') allowed = next.value
    else if (kind === ',') allowed = open.at(-1) === '}' ? next.member : next.value
    else if (kind === '{' || kind === '[') {
      open.push(kind === '{' ? '}' : ']')
      allowed = kind === '{' ? next.firstMember : next.firstElement
    } else {
      if (kind === '}' || kind === ']') open.pop()
      const end = open.at(-1)
      allowed = end === undefined ? '' : `,${end}`
    }
  }
}

/**
 * Says where a text is not JSON. JSON.parse does not always say it, and its message quotes the text, which must not
 * reach the log.
 */
export function jsonProblem(text: string): string {
  const at = findProblem(text)
  if (at === undefined || at === text.length) return 'it ends too early'
  const before = text.slice(0, at).split(/\r\n|[\r\n]/)
  return `look at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
