import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newTempFolder } from '../harness/temp-folder.ts'

/**
 * The PATH for a shell that calls `curl`: the machine's own, if it has one. A new machine may have only Node and npm;
 * then it is one of Node, which supports the options that the documents use, but takes long to start.
 */
export function pathWithCurl(): string {
  const folder = newTempFolder()
  const path = join(folder, 'curl')
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${import.meta.filename}" "$@"\n`)
  chmodSync(path, 0o755)
  return `${String(process.env.PATH)}:${folder}`
}

async function curl(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      silent: { type: 'boolean', short: 's' },
      'show-error': { type: 'boolean', short: 'S' },
      'fail-with-body': { type: 'boolean' },
      retry: { type: 'string' }, // is not done
      'max-time': { type: 'string' },
      request: { type: 'string', short: 'X' },
      header: { type: 'string', short: 'H', multiple: true },
      data: { type: 'string', short: 'd', multiple: true },
      'data-binary': { type: 'string' },
      output: { type: 'string', short: 'o' },
      'write-out': { type: 'string', short: 'w' },
    },
  })
  const headers = (values.header ?? []).map((line) => line.split(/:\s*/, 2) as [string, string]) // "Name: value"
  const file = values['data-binary']?.replace(/^@/, '')
  const body = file === undefined ? (values.data?.join('&') ?? null) : readFileSync(file)
  const isForm = body !== null && !headers.some(([name]) => name.toLowerCase() === 'content-type')
  if (isForm) headers.push(['Content-Type', 'application/x-www-form-urlencoded'])
  const method = values.request ?? (body === null ? 'GET' : 'POST')
  const response = await fetch(String(positionals[0]), { method, headers, body })
  const answer = await response.text()
  if (values.output === undefined) process.stdout.write(answer)
  if (values['fail-with-body'] && response.status >= 400) process.exitCode = 22 // as curl's manual says
  const report = values['write-out'] ?? ''
  process.stdout.write(
    report
      .replace('%{http_code}', String(response.status))
      .replace(/%header\{([\w-]+)\}/g, (_, name: string) => response.headers.get(name) ?? '')
      .replaceAll('\\n', '\n'),
  )
}

if (process.argv[1] === import.meta.filename) await curl()
