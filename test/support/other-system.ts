import { DatabaseSync } from 'node:sqlite'
import type { Edit, OtherSystem, OtherTable } from '../../client/examples/sync.ts'
import type { Comment, Task } from '../../client/src/index.ts'

type Kind = 'tasks' | 'comments'

/** A task or comment as people see it in the other system. */
export interface OtherRow {
  id: string
  text: string
  /** The API's id of a comment's task. */
  task: string | null
}

const schema = `
  PRAGMA busy_timeout = 10000;
  CREATE TABLE IF NOT EXISTS cursors (kind TEXT PRIMARY KEY, cursor TEXT);
  CREATE TABLE IF NOT EXISTS rows (
    kind TEXT, id TEXT, text TEXT, task TEXT, own_task TEXT, api_id TEXT, version INTEGER,
    edited INTEGER DEFAULT 0, edit TEXT, refused TEXT, PRIMARY KEY (kind, id)
  )`

const textOf = (item: Task | Comment): string => ('text' in item ? item.text : item.label)
const taskOf = (item: Task | Comment): string | null => ('text' in item ? item.task_id : null)

/**
 * A system with tasks and comments of its own, in a file of SQLite that several processes may open. What people edit waits
 * beside what the sync has saved.
 */
export function openOtherSystem(path = ':memory:') {
  const database = new DatabaseSync(path)
  database.exec(schema)
  const run = (sql: string, ...values: (string | number | null)[]) => database.prepare(sql).run(...values)
  const all = <Row>(sql: string, ...values: (string | number | null)[]) =>
    database.prepare(sql).all(...values) as Row[] // the columns that the statement names

  function tableOf<Item extends Task | Comment>(kind: Kind): OtherTable<Item> {
    const isNewer = (sent: Edit | undefined) => (sent ? 'edited AND edit IS NOT ?' : '? IS NOT NULL')
    return {
      store: {
        load: () => all<{ cursor: string }>('SELECT cursor FROM cursors WHERE kind = ?', kind).at(0)?.cursor,
        save: (cursor) => {
          run('INSERT OR REPLACE INTO cursors VALUES (?, ?)', kind, cursor)
        },
      },
      seen: (id) =>
        all<{ id: string; version: number }>(
          'SELECT api_id AS id, version FROM rows WHERE kind = ? AND id = ? AND version IS NOT NULL',
          ...[kind, id],
        ).at(0),
      save: (id, item, version, sent) => {
        run(
          `INSERT INTO rows (kind, id, text, task, api_id, version) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET text = excluded.text, task = excluded.task, api_id = excluded.api_id,
             version = excluded.version, edited = ${isNewer(sent)}`,
          ...[kind, id, textOf(item), taskOf(item), item.id, version, sent?.text ?? null],
        )
      },
      remove: (id, sent) => {
        // what was edited again is new
        run(
          `UPDATE rows SET version = NULL WHERE kind = ? AND id = ? AND ${isNewer(sent)}`,
          ...[kind, id, sent?.text ?? null],
        )
        run(
          `DELETE FROM rows WHERE kind = ? AND id = ? AND NOT (${isNewer(sent)})`,
          ...[kind, id, sent?.text ?? null],
        )
      },
      edits: () =>
        all<{ id: string; text: string | null; task: string | null }>(
          'SELECT id, edit AS text, own_task AS task FROM rows WHERE kind = ? AND edited ORDER BY rowid',
          kind,
        ).map(({ id, text, task }) => ({ id, text, ...(task !== null && { taskId: task }) })),
      refuse: ({ id, text }, reason) => {
        run(
          'UPDATE rows SET edited = 0, refused = ? WHERE kind = ? AND id = ? AND edit IS ?',
          ...[reason, kind, id, text],
        )
      },
    }
  }

  const sync: OtherSystem = { tasks: tableOf('tasks'), comments: tableOf('comments') }
  return {
    sync,
    /** What a person does there: a text of null deletes. */
    edit: (kind: Kind, id: string, text: string | null, taskId: string | null = null) => {
      run(
        `INSERT INTO rows (kind, id, edited, edit, own_task) VALUES (?, ?, 1, ?, ?)
         ON CONFLICT DO UPDATE SET edited = 1, edit = excluded.edit`,
        ...[kind, id, text, taskId],
      )
    },
    /** What people see there. */
    rows: (kind: Kind): OtherRow[] =>
      all<OtherRow>(
        `SELECT id, iif(edited, edit, text) AS text, task FROM rows
         WHERE kind = ? AND iif(edited, edit, text) IS NOT NULL ORDER BY id`,
        kind,
      ),
    refused: () =>
      all<{ refused: string }>('SELECT refused FROM rows WHERE refused IS NOT NULL').map(
        ({ refused }) => refused,
      ),
    close: () => {
      database.close()
    },
  }
}
