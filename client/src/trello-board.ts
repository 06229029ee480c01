// Copied from lib/transfer/trello-board.ts by npm run docs:build. Do not edit.

/** What is read of a value: all of it, the named members of an object, or that of each entry of an array. */
type Shape = true | string | { readonly [member: string]: Shape } | readonly [Shape]

/** What an import reads of an archived card, or of a template: it only counts them. */
const briefCard = {
  id: true,
  idList: true,
  closed: true,
  isTemplate: true,
  pos: true,
} as const satisfies Shape

const checklists: Shape = [
  {
    ...{ idCard: true, pos: true },
    checkItems: [{ name: true, state: true, pos: true, due: true, idMember: true }],
  },
]

/**
 * Everything that an import reads of a board of Trello. The importer sees nothing else, so this cannot lack anything.
 * A text stands for itself: an entry with another value there is dropped.
 */
const board: Shape = {
  lists: [{ id: true, name: true, closed: true, pos: true }],
  cards: [
    {
      ...briefCard,
      ...{ name: true, desc: true, start: true, due: true, dueComplete: true },
      ...{ idLabels: true, idMembers: true, checklists },
      labels: [{ name: true, color: true }],
      badges: { attachments: true, comments: true },
      // only whether there are any
      ...{ attachments: [{}], customFieldItems: [{}] },
    },
  ],
  checklists,
  members: [{ id: true, fullName: true }],
  actions: [
    {
      ...{ type: 'commentCard', id: true, date: true, memberCreator: { fullName: true } },
      data: { text: true, card: { id: true } },
    },
  ],
}

type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The part of a value that a shape names. What is of another kind stays as it is, for the importer to judge; undefined: dropped. */
function partOf(value: unknown, shape: Shape): unknown {
  if (shape === true) return value
  if (typeof shape === 'string') return value === shape ? value : undefined
  if (Array.isArray(shape)) {
    const [each] = shape as readonly [Shape] // the one kind of array
    if (!Array.isArray(value)) return value
    return value.map((entry: unknown) => partOf(entry, each)).filter((part) => part !== undefined)
  }
  if (!isObject(value)) return value
  const parts: JsonObject = {}
  for (const [member, inner] of Object.entries(shape)) {
    if (!Object.hasOwn(value, member)) continue
    const part = partOf(value[member], inner)
    if (part === undefined) return undefined
    parts[member] = part
  }
  return parts
}

/** Whether an import only counts a card. */
const isBrief = (card: unknown): boolean =>
  isObject(card) && (card.closed === true || card.isTemplate === true)

/** The id of the card that an action is about. */
function cardIdOf(action: unknown): unknown {
  const { data } = isObject(action) ? action : {}
  const { card } = isObject(data) ? data : {}
  return isObject(card) ? card.id : undefined
}

/**
 * The part of a board of Trello that an import reads: its export also has the history, the attachments, and all of what was
 * archived.
 */
export function readPartOf(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value.cards)) return value
  const cards = value.cards.map((card: unknown) => (isBrief(card) ? partOf(card, briefCard) : card))
  const ids = new Set(cards.flatMap((card: unknown) => (isObject(card) && !isBrief(card) ? [card.id] : [])))
  const actions: unknown[] = Array.isArray(value.actions) ? value.actions : []
  const ofCards = actions.filter((action) => ids.has(cardIdOf(action)))
  return partOf({ ...value, cards, ...(value.actions !== undefined && { actions: ofCards }) }, board)
}
