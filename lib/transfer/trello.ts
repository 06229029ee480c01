import { ApiError } from '../contract/api-error.ts'
import { isJsonObject, parseJson, type JsonObject } from '../shared/json.ts'
import { Collector, type FieldNames } from './collector.ts'
import type { RawComment } from './comments.ts'
import type { FileValue, Parsed } from './parsed.ts'
import { readPartOf } from './trello-board.ts'

const fieldNames: FieldNames = {
  label: 'name',
  description: 'desc',
  status: 'dueComplete',
  lane: 'the name of its list',
  externalId: 'id',
  subtasks: 'checklist items',
}

const objectsOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])

const hasEntries = (value: unknown): boolean => Array.isArray(value) && value.length > 0

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** In the order in which Trello shows them. */
const inOrder = (objects: readonly JsonObject[]): JsonObject[] =>
  [...objects].sort((a, b) => numberOf(a.pos) - numberOf(b.pos))

/** The objects by the id in one of their members. */
function groupBy(objects: readonly JsonObject[], member: string): Map<unknown, JsonObject[]> {
  const groups = new Map<unknown, JsonObject[]>()
  for (const object of objects) {
    const group = groups.get(object[member])
    if (group) group.push(object)
    else groups.set(object[member], [object])
  }
  return groups
}

const badgesOf = ({ badges }: JsonObject): JsonObject => (isJsonObject(badges) ? badges : {})

/** Data of a card that a task cannot hold. */
const dropped: readonly (readonly [message: string, isThere: (card: JsonObject) => boolean])[] = [
  ['Start dates are left out.', ({ start }) => start != null],
  [
    'Attachments are left out.',
    (card) => hasEntries(card.attachments) || numberOf(badgesOf(card).attachments) > 0,
  ],
  ['Custom fields are left out.', ({ customFieldItems }) => hasEntries(customFieldItems)],
]

/** The names of labels; one without a name is called by its color. */
const labelNames = ({ labels }: JsonObject): string[] =>
  objectsOf(labels).flatMap(({ name, color }) => {
    const [shown] = [name, color].filter((text) => typeof text === 'string' && text !== '')
    return typeof shown === 'string' ? [shown] : []
  })

/** The values of a card beyond the built-in fields, for the account's fields, if they exist. */
function valuesOf(card: JsonObject, nameOfMember: (id: unknown) => string): FileValue[] {
  const { due, labels, idLabels, idMembers } = card
  const members = Array.isArray(idMembers) ? idMembers : []
  const found: [isThere: boolean, value: FileValue][] = [
    [
      due != null,
      {
        ...{ name: 'due', given: due, key: 'due', label: 'Due', type: 'datetime' },
        leftOut: 'Dates are left out.',
      },
    ],
    [
      hasEntries(labels) || hasEntries(idLabels),
      {
        ...{ name: 'labels', given: labelNames(card), key: 'labels', label: 'Labels', type: 'multi_select' },
        leftOut: 'Labels are left out.',
      },
    ],
    [
      members.length > 0,
      {
        ...{ name: 'idMembers', given: members.map(nameOfMember).join(', ') },
        ...{ key: 'assignee', label: 'Assignee', type: 'text', leftOut: 'Members are left out.' },
      },
    ],
  ]
  return found.flatMap(([isThere, value]) => (isThere ? [value] : []))
}

const notABoard = (problem: string) =>
  new ApiError(
    'invalid_request',
    `The file ${problem}. Send the export of a board: in Trello, open the menu of the board, then “Print, export, and share”, then “Export as JSON”.`,
  )

/** @throws ApiError invalid_request */
function boardOf(text: string): JsonObject & { cards: JsonObject[]; lists: JsonObject[] } {
  const json = parseJson(text)
  if ('problem' in json) throw notABoard(json.problem)
  const value = readPartOf(json.value)
  if (!isJsonObject(value) || !Array.isArray(value.cards) || !Array.isArray(value.lists))
    throw notABoard('has no lists and cards')
  return { ...value, cards: objectsOf(value.cards), lists: objectsOf(value.lists) }
}

/** The comments on cards by the ids of these, oldest first, as far as the export has them: it holds the last 1,000 actions of a board. */
function commentsByCard({ actions }: JsonObject): Map<unknown, RawComment[]> {
  const comments = objectsOf(actions).flatMap(({ type, id, date: time, data, memberCreator }) => {
    if (type !== 'commentCard' || !isJsonObject(data) || !isJsonObject(data.card)) return []
    const author = isJsonObject(memberCreator) ? { name: memberCreator.fullName } : undefined
    return [{ card: data.card.id, comment: { text: data.text, id, author, time } }]
  })
  const oldestFirst = comments
    .toReversed() // the export begins with the newest
    .toSorted((a, b) => String(a.comment.time).localeCompare(String(b.comment.time)))
  const byCard = Map.groupBy(oldestFirst, ({ card }) => card)
  return new Map(Array.from(byCard, ([card, group]) => [card, group.map(({ comment }) => comment)]))
}

const haveDatesOrMembers = (checklists: readonly JsonObject[]): boolean =>
  checklists.some(({ checkItems }) =>
    objectsOf(checkItems).some(({ due, idMember }) => due != null || idMember != null),
  )

const itemsOf = (checklists: readonly JsonObject[]): unknown[] =>
  inOrder(checklists).flatMap(({ checkItems }) =>
    inOrder(objectsOf(checkItems)).map(({ name, state }) => ({
      label: name,
      isCompleted: state === 'complete',
    })),
  )

/**
 * Reads the JSON export of a board of Trello. Lists become lanes and cards become tasks, in their order; a row is a
 * card, counted through the open lists. Checklists are separate from the cards, before or after them. Because of the
 * external id, importing a later export of the same board adds only its new cards.
 * @throws ApiError invalid_request when it is not such a file, or has too many tasks
 */
export function parseTrello(text: string): Parsed {
  const board = boardOf(text)
  const collector = new Collector(fieldNames)
  const cardsOf = groupBy(board.cards, 'idList')
  const checklistsOf = groupBy(objectsOf(board.checklists), 'idCard')
  const commentsOf = commentsByCard(board)
  const listIds = new Set(board.lists.map(({ id }) => id))
  const members = new Map(objectsOf(board.members).map(({ id, fullName }) => [id, fullName]))
  const nameOfMember = (id: unknown): string => {
    const name = members.get(id)
    return typeof name === 'string' ? name : String(id)
  }
  let row = 0

  const addCard = (card: JsonObject, lane: unknown) => {
    if (card.closed === true) {
      collector.count('Archived cards are left out.')
      return
    }
    if (card.isTemplate === true) {
      collector.count('Templates are left out.')
      return
    }
    row += 1
    for (const [message, isThere] of dropped) if (isThere(card)) collector.count(message)
    const comments = commentsOf.get(card.id) ?? []
    const missing = numberOf(badgesOf(card).comments) - comments.length
    collector.count('Comments that the file lacks are left out: it has the last 1,000 actions.', missing)
    const checklists = checklistsOf.get(card.id) ?? objectsOf(card.checklists)
    if (checklists.length > 1) collector.count('The names of several checklists of a card are left out.')
    if (haveDatesOrMembers(checklists)) collector.count('Dates and members of checklist items are left out.')
    const raw = {
      label: card.name,
      description: card.desc === '' ? undefined : card.desc,
      status: card.dueComplete === true ? 2 : undefined,
      lane,
      externalId: typeof card.id === 'string' ? `trello:${card.id}` : undefined,
      subtasks: itemsOf(checklists),
    }
    collector.add(row, raw, [], valuesOf(card, nameOfMember))
    for (const comment of comments) collector.comment(row, comment)
  }

  for (const list of inOrder(board.lists)) {
    const cards = cardsOf.get(list.id) ?? []
    if (list.closed === true) {
      collector.count('Archived lists are left out.')
      collector.count('Cards of archived lists are left out.', cards.length)
      continue
    }
    collector.addLane(list.name)
    for (const card of inOrder(cards)) addCard(card, list.name)
  }
  for (const card of inOrder(board.cards.filter(({ idList }) => !listIds.has(idList)))) {
    if (card.closed !== true) collector.count('Cards of lists that the file lacks are in no lane.')
    addCard(card, undefined)
  }
  return collector.parsed()
}
