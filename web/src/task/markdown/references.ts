/** The named character references that people write most. Others are shown as they were written. */
const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', copy: '©', reg: '®', trade: '™' },
  ...{ hellip: '…', mdash: '—', ndash: '–', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•' },
  ...{
    euro: '€',
    deg: '°',
    times: '×',
    rarr: '→',
    larr: '←',
    middot: '·',
    laquo: '«',
    raquo: '»',
    shy: '\u00ad',
  },
}

const isScalar = (code: number) => code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)

function numbered(digits: string, radix: number): string {
  const code = Number.parseInt(digits, radix)
  return isScalar(code) ? String.fromCodePoint(code) : '\ufffd'
}

/** A text of Markdown with its character references, such as `&amp;` and `&#233;`, resolved. */
export const withoutReferences = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g,
    (written, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return numbered(decimal, 10)
      if (hex !== undefined) return numbered(hex, 16)
      return (name !== undefined && Object.hasOwn(named, name) ? named[name] : undefined) ?? written
    },
  )
