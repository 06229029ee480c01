import { errorBody } from './tenant.ts'

type Kind = 'task' | 'subtask' | 'lane' | 'comment'

/** The answer to a create whose id another create of that kind has chosen, with another body. */
export const idReused = (kind: Kind): object =>
  errorBody(
    'id_reused',
    `A ${kind} was created with this id and another body: send the same body again, or choose another id.`,
  )

/** The answer to a create whose id something of that kind has that was not made so. */
export const idExists = (kind: Kind): object =>
  errorBody('id_exists', `Another ${kind} has this id already: choose another one, or leave it out.`)

/** What is said of an id that a client must not choose. */
export const noOwnId = 'must be a UUID of version 1 to 8 (RFC 9562), such as a random one'

/** The answer to a create with such an id. */
export const noUuid: object = errorBody('invalid_request', `id ${noOwnId}`, {
  details: [{ path: 'id', message: noOwnId }],
})
