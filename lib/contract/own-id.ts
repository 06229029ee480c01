import { createHash } from 'node:crypto'
import { ApiError } from './api-error.ts'

/**
 * The hash by which a repeat of a create is recognised. It is stored with what was made, which may change afterwards.
 * @param parts what the request says, always in the same order
 */
export const repeatHash = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * The same for a part of an item, which costs units for each started KB: 96 bits tell the bodies that one client sends with one id
 * apart.
 */
export const shortRepeatHash = (...parts: unknown[]): string => repeatHash(...parts).slice(0, 16)

/**
 * The error for an id that a request has chosen for something new, and that something else has.
 * @param wasChosen whether another create chose it, too, with another body; otherwise the service made the id
 */
export const idTaken = (kind: 'task' | 'subtask' | 'lane' | 'comment', wasChosen: boolean): ApiError =>
  wasChosen
    ? new ApiError(
        'id_reused',
        `A ${kind} was created with this id and another body: send the same body again, or choose another id.`,
      )
    : new ApiError('id_exists', `Another ${kind} has this id already: choose another one, or leave it out.`)
