import { createHash } from 'node:crypto'
import type { Author } from '../comments/comment.ts'
import type { CopiedComment } from '../comments/create-many.ts'
import { cutText } from '../contract/cut.ts'
import { characters, externalId, isVisible, timeText, uuidPattern } from '../contract/fields.ts'
import { maxCommentCharacters } from '../contract/limits.ts'
import { oneLine, shortText } from '../shared/short-text.ts'

/** A comment of a file. */
export interface FileComment {
  text: string
  /** Its id in the file's system, if the file tells. */
  id?: string | undefined
  /** Who wrote it there. */
  author?: Partial<Author> | undefined
  /** When it was written there. */
  time?: Date | undefined
  externalId?: string | undefined
}

/** The parts of a comment before they are checked. */
export type RawComment = Partial<Record<'text' | 'id' | 'author' | 'time' | 'externalId', unknown>>

/** The longest name of an author that a comment repeats, in characters. */
const maxNameCharacters = 100

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && isVisible(value) ? value.toWellFormed() : undefined

function timeIn(value: unknown): Date | undefined {
  const { data } = timeText.safeParse(value)
  const time = new Date(data ?? NaN)
  const year = time.getUTCFullYear()
  return year >= 0 && year <= 9999 ? time : undefined // a time zone may lead out of these years
}

function authorIn(value: unknown): Partial<Author> | undefined {
  if (typeof value === 'string') return { name: value }
  return typeof value === 'object' && value !== null ? value : undefined // its members are checked where they are used
}

/** Reads a comment of a file; undefined if it has no text. What else it lacks, it does without. */
export function fileCommentOf({
  text,
  id,
  author,
  time,
  externalId: given,
}: RawComment): FileComment | undefined {
  const visible = textIn(text)
  if (visible === undefined) return undefined
  const { data } = externalId.safeParse(given)
  return {
    ...{ text: visible, id: textIn(id), author: authorIn(author), time: timeIn(time) },
    externalId: data,
  }
}

/** Who wrote a comment elsewhere, and when: `Anna, 2026-03-01 14:05 UTC:`. Empty if nobody knows. */
function originOf({ author, time }: FileComment): string {
  const name = textIn(author?.name)
  const parts = [
    ...(name === undefined ? [] : [shortText(oneLine(name), maxNameCharacters)]),
    ...(time ? [`${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`] : []),
  ]
  return parts.length === 0 ? '' : `${parts.join(', ')}:\n\n`
}

/** Tells the comments of a task apart, for every import of them: by their ids, else by what they are. */
function keysOf(comments: readonly FileComment[]): string[] {
  const seen = new Map<string, number>()
  return comments.map(({ id, author, time, text }) => {
    if (id !== undefined) return `id ${id}`
    const content = JSON.stringify([author?.name, time, text])
    const above = seen.get(content) ?? 0
    seen.set(content, above + 1)
    return `content ${createHash('sha256')
      .update(JSON.stringify([content, above]))
      .digest('base64url')}`
  })
}

/**
 * The comments of a file as somebody writes them: a text says in its first line who wrote it elsewhere, and when. Those of the
 * writer are repeated as they are.
 * @returns them, and how many are cut
 */
export function copiesOf(
  comments: readonly FileComment[],
  writer: Author,
): { copies: CopiedComment[]; cut: number } {
  const keys = keysOf(comments)
  let cut = 0
  const copies = comments.map((comment, index): CopiedComment => {
    const { author, id, externalId } = comment
    const isOwn = author?.kind === writer.kind && author.id === writer.id
    const whole = `${isOwn ? '' : originOf(comment)}${comment.text}`
    if (characters(whole) > maxCommentCharacters) cut += 1
    return {
      ...{ text: cutText(whole, maxCommentCharacters), author: writer, key: keys[index] ?? '', externalId },
      ...(id !== undefined && uuidPattern.test(id) && { originalId: id.toLowerCase() }),
    }
  })
  return { copies, cut }
}
