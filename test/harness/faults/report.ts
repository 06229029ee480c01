import { toTable } from '../../../infra/admin/output.ts'
import type { Cell } from './matrix.ts'

interface Row {
  operation: string
  exchange: string
  cells: Map<string, Cell>
}

/** `201 +2`: the status, and the exchanges that were sent again. */
function shown(cell: Cell | undefined): string {
  if (!cell) return '–'
  const mark = cell.problems.length > 0 ? ' !' : ''
  const unsure = cell.status === 503 && cell.outcome !== 'not done' ? ` ${cell.outcome}` : ''
  return `${cell.status} +${cell.retries}${unsure}${mark}`
}

function matrixTable(cells: Cell[]): string {
  const rows = new Map<string, Row>()
  for (const cell of cells) {
    const { operation, exchange } = cell
    const key = `${operation} ${exchange}`
    const row = rows.get(key) ?? { operation, exchange, cells: new Map<string, Cell>() }
    row.cells.set(cell.fault, cell)
    rows.set(key, row)
  }
  const faults = [...new Set(cells.map(({ fault }) => fault))]
  return toTable<Row>(
    {
      operation: ({ operation }) => operation,
      exchange: ({ exchange }) => exchange,
      ...Object.fromEntries(faults.map((fault) => [fault, (row: Row) => shown(row.cells.get(fault))])),
    },
    [...rows.values()],
  )
}

/** Returns one line for each failure. */
export const problemsOf = (cells: Cell[]): string[] =>
  cells.flatMap(({ operation, exchange, fault, problems }) =>
    problems.map((problem) => `${operation}, ${exchange}, ${fault}: ${problem}`),
  )

/** Returns the report as readable text. */
export function toText(cells: Cell[]): string {
  const problems = problemsOf(cells)
  return [
    matrixTable(cells),
    'Status and retries. The fault begins at that exchange with storage; without a number it lasts.\n' +
      '503 done: the answer was lost, but the write stands. 503 half done: a repeat finished it.',
    problems.length === 0
      ? `${cells.length} faults: counts, order and tasks are what the acknowledged answers say.`
      : ['PROBLEMS', ...problems].join('\n'),
  ].join('\n\n')
}
