import { shortList } from '../shared/short-text.ts'

/** Bytes as a text in which each character is one byte. */
export type ByteText = string

const bytesOf = (text: ByteText): Buffer => Buffer.from(text, 'latin1')

/** Reads any bytes, so it is the last resort. Browsers use it, too, for pages that name no charset. */
const lastResort = 'windows-1252'

/** Returns the decoder of a charset by any of its names; undefined if there is none: https://encoding.spec.whatwg.org */
function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    return undefined
  }
}

/** Returns the text, or undefined if the bytes are not of the charset, or there is no such charset. */
function decoded(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return decoderOf(charset)?.decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether a charset has one byte for each character. Text of it is hardly ever valid UTF-8 by chance. */
const isSingleByte = (charset: string): boolean =>
  /^(?:windows-|iso-8859-|koi8|macintosh|x-mac|ibm)/.test(decoderOf(charset)?.encoding ?? '')

/** Reads the texts of one body, and says which ones it had to guess. */
export class Decoder {
  readonly #guessed = new Set<string>()

  /**
   * Returns bytes as text: in the charset that the sender names, or else in UTF-8. If the bytes are neither, they are read
   * as windows-1252, and `warnings` says so.
   * @param where what the bytes are, for the warning
   */
  read(bytes: Uint8Array, charset: string | undefined, where: string): string {
    const utf8 = () => decoded(bytes, 'utf-8')
    // programs that say latin1 or ASCII and send UTF-8 are common
    const text =
      charset === undefined
        ? utf8()
        : ((isSingleByte(charset) ? utf8() : undefined) ?? decoded(bytes, charset) ?? utf8())
    if (text !== undefined) return text
    this.#guessed.add(where)
    return new TextDecoder(lastResort).decode(bytes)
  }

  readText(text: ByteText, charset: string | undefined, where: string): string {
    return this.read(bytesOf(text), charset, where)
  }

  /** For the owner of the form: which texts may be wrong. */
  get warnings(): string[] {
    if (this.#guessed.size === 0) return []
    const names = shortList([...this.#guessed], 300)
    return [
      `This was not in UTF-8 or in a charset that its sender named, so it was read as ${lastResort} and may be wrong: ${names}. The submission's body has it as it was sent.`,
    ]
  }
}
