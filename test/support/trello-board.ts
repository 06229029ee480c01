const idOf = (kind: string, index: number) => `${kind}${String(index).padStart(24 - kind.length, '0')}`

/** The export of a board of Trello as text, with cards of 3 KB each, and with a history and archived cards of over 1.2 MB. */
export function trelloBoard(cards: number): string {
  const card = (index: number, closed: boolean) => ({
    ...{ id: idOf(closed ? 'a' : 'c', index), name: `Card ${index}`, desc: 'word '.repeat(600), closed },
    ...{
      idList: 'list',
      pos: index,
      labels: [],
      idMembers: [],
      attachments: [{ url: 'https://example.com/a' }],
    },
  })
  const action = (index: number) => ({
    ...{ id: idOf('b', index), type: index === 0 ? 'commentCard' : 'updateCard' },
    data: { text: 'A long comment. '.repeat(60), card: { id: idOf('c', 0) }, board: { id: 'board' } },
  })
  return JSON.stringify({
    name: 'Board',
    lists: [{ id: 'list', name: 'Ideas', closed: false, pos: 1 }],
    cards: [
      ...Array.from({ length: cards }, (_, index) => card(index, false)),
      ...Array.from({ length: 100 }, (_, index) => card(index, true)),
    ],
    checklists: [],
    actions: Array.from({ length: 1_000 }, (_, index) => action(index)),
  })
}
