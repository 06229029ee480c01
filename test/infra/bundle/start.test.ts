import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildProbe, builtIn, type Built } from '../../harness/bench/build.ts'
import { runProbe } from '../../harness/bench/run-probe.ts'
import { makeSample } from '../../harness/sample.ts'
import { sampleEvent } from '../../harness/sample-event.ts'
import { sampleRequest } from '../../harness/sample-requests.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { builtFunctions } from '../../../infra/web-assets/built.ts'
import { sourceOf } from '../../../infra/bundle/bundle.ts'
import '../../support/api.ts' // the table that the sample is put into
import { testTableName } from '../../support/table.ts'

const id = 'tasks.get'
let bundles = new Map<string, Built>()
let probe = ''

beforeAll(async () => {
  process.env.DYNAMODB_ENDPOINT = inject('engineEndpoint')
  process.env.TABLE_NAME = testTableName
  const built = builtIn(await builtFunctions(), [id, 'docs.openapi'])
  bundles = new Map(built.map((bundle) => [bundle.id, bundle]))
  probe = buildProbe(newTempFolder())
})

/** What a table does with a connection. */
type Fate = (socket: Socket) => void

/** @param read what has been read of the connection already */
const forward = (socket: Socket, read = '') => {
  const { hostname, port } = new URL(inject('engineEndpoint'))
  const engine = connect(Number(port), hostname)
  engine.write(read)
  socket.pipe(engine).pipe(socket)
  for (const end of [socket, engine]) end.on('error', () => [socket, engine].map((one) => one.destroy()))
}
const forwards: Fate = (socket) => {
  forward(socket)
}
/** Answers everything but what a start asks. */
const ignoresStarts: Fate = (socket) => {
  let read = ''
  const decide = (chunk: Buffer) => {
    read += chunk.toString()
    if (!read.includes('"sk"')) return
    socket.off('data', decide)
    if (!read.includes('"START"')) forward(socket, read)
  }
  socket.on('data', decide)
}
const saysNothing: Fate = () => undefined
const hangsUp: Fate = (socket) => socket.resetAndDestroy()

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Listens in the place of the table. */
async function openTable(fate = forwards) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    fate(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // the address of a TCP server
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  closing.push(close)
  return { endpoint: `http://127.0.0.1:${port}`, sockets, close }
}

/** Loads a module in a process of its own, which must end by itself. */
const load = (path: string, endpoint: string) =>
  promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', `await import(${JSON.stringify(path)})`],
    {
      env: { TABLE_NAME: testTableName, DYNAMODB_ENDPOINT: endpoint },
    },
  )

const pathOf = (bundle: string) => bundles.get(bundle)?.path ?? ''

/** Starts a bundle, sends it one good request, and returns its status and log line. */
async function request(endpoint: string) {
  const { secret, ids } = await makeSample()
  const event = sampleEvent(id, sampleRequest(id, ids), secret)
  const bundle = { id, path: pathOf(id) }
  const { status, log } = await runProbe(probe, bundle, event, { endpoint, name: testTableName })
  return { status, line: JSON.parse(log[0] ?? '') as object }
}

describe('the start of a bundle', () => {
  it('opens the connection that its first request uses, and counts nothing of it as the request’s', async () => {
    const { endpoint, sockets } = await openTable()
    await load(pathOf(id), endpoint)
    expect(sockets.length).toBe(1)
    expect(sockets[0]?.bytesRead).toBeGreaterThan(0) // it has also asked
    const answer = await request(endpoint)
    expect(answer).toMatchObject({ status: 200, line: { round_trips: 2, read_units: 3 } })
    expect(sockets.length).toBe(2)
  })

  it.each([
    ['says nothing', saysNothing],
    ['hangs up', hangsUp],
  ])('succeeds while the table %s, and leaves nothing behind', async (_, fate) => {
    const { endpoint, sockets } = await openTable(fate)
    expect(await load(pathOf(id), endpoint)).toEqual({ stdout: '', stderr: '' })
    expect(sockets.length).toBeGreaterThan(0)
  })

  it('succeeds while nothing listens, and also without a name of the table', async () => {
    const { endpoint, close } = await openTable()
    close()
    expect(await load(pathOf(id), endpoint)).toEqual({ stdout: '', stderr: '' })
    const script = `await import(${JSON.stringify(pathOf(id))})`
    const nameless = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      env: {},
    })
    expect(await nameless).toEqual({ stdout: '', stderr: '' })
  })

  it('that found no table costs its first request nothing', async () => {
    const { endpoint } = await openTable(ignoresStarts)
    expect(await request(endpoint)).toMatchObject({ status: 200, line: { round_trips: 2, read_units: 3 } })
  })

  it('opens no connection where none is needed: for the documentation, and on one machine', async () => {
    const { endpoint, sockets } = await openTable()
    await load(pathOf('docs.openapi'), endpoint)
    await load(sourceOf(id), endpoint)
    expect(sockets).toEqual([])
  })
})
