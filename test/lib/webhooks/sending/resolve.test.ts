import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resolveByServers, resolveLocally } from '../../../../lib/webhooks/sending/resolve.ts'
import { newTempFolder } from '../../../harness/temp-folder.ts'

/** What a name server answers: the addresses of one kind, a code of RFC 1035, section 4.1.1, or nothing at all. */
type Zone = (kind: 'A' | 'AAAA') => Uint8Array[] | number | undefined

/** Starts a name server on loopback. Returns its address. */
async function startServer(zone: Zone): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, sender) => {
    // RFC 1035, section 4.1: 12 bytes of header, the name, which ends with a zero, then two bytes of the question's type
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const type = question.subarray(-4, -2)
    const answer = zone(type[1] === 1 ? 'A' : 'AAAA')
    if (answer === undefined) return
    const [code, addresses] = typeof answer === 'number' ? [answer, []] : [0, answer]
    const header = Buffer.from([0x81, 0x80 + code, 0, 1, 0, addresses.length, 0, 0, 0, 0])
    const records = addresses.flatMap((address) => [
      Buffer.from([0xc0, 12, ...type, 0, 1, 0, 0, 0, 60, 0, address.length]),
      address,
    ])
    socket.send(
      Buffer.concat([query.subarray(0, 2), header, question, ...records]),
      sender.port,
      sender.address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => {
    socket.close()
  })
  return `127.0.0.1:${socket.address().port}`
}

const resolve = async (zone: Zone, signal = new AbortController().signal) =>
  resolveByServers('receiver.example', signal, [await startServer(zone)])

const ipv4 = Uint8Array.of(1, 2, 3, 4)
const ipv6 = Uint8Array.of(0x26, 6, 0x47, 0, ...Array.from({ length: 11 }, () => 0), 1)
const [nameError, serverFailure] = [3, 2]

describe('the name servers', () => {
  it('give all addresses of both kinds', async () => {
    const zone: Zone = (kind) => (kind === 'A' ? [ipv4, Uint8Array.of(10, 0, 0, 1)] : [ipv6])
    expect(await resolve(zone)).toEqual(['1.2.3.4', '10.0.0.1', '2606:4700::1'])
  })

  it.each([
    ['has none', []],
    ['cannot be found', serverFailure],
  ])('give the addresses of one kind when the other %s', async (_name, other) => {
    expect(await resolve((kind) => (kind === 'A' ? [ipv4] : other))).toEqual(['1.2.3.4'])
    expect(await resolve((kind) => (kind === 'AAAA' ? [ipv6] : other))).toEqual(['2606:4700::1'])
  })

  it('give no address of a name that has none, or that does not exist', async () => {
    expect(await resolve(() => [])).toEqual([])
    expect(await resolve(() => nameError)).toEqual([])
  })

  it('fail when they cannot say', async () => {
    await expect(resolve(() => serverFailure)).rejects.toMatchObject({ code: 'ESERVFAIL' })
  })

  it('are waited for no longer when the signal aborts', async () => {
    const startedMs = performance.now()
    const signal = AbortSignal.timeout(100)
    await expect(resolve(() => undefined, signal)).rejects.toMatchObject({ code: 'ECANCELLED' })
    expect(performance.now() - startedMs).toBeLessThan(1_400)
  })
})

describe('where networks are allowed', () => {
  const never = new AbortController().signal
  /** A lookup of the operating system that must not be asked. */
  const lookUp = () => Promise.reject(new Error('The operating system was asked.'))

  it('the hosts file comes first, and localhost is this machine', async () => {
    const hostsPath = join(newTempFolder(), 'hosts')
    await writeFile(hostsPath, '# a comment\n10.1.0.7\tbox box.lab # 10.1.0.8 other\nfd00::7 Box\nx other\n')
    const names = { hostsPath, lookUp, servers: [await startServer(() => nameError)] }
    expect(await resolveLocally('box', never, names)).toEqual(['10.1.0.7', 'fd00::7'])
    expect(await resolveLocally('box.lab', never, names)).toEqual(['10.1.0.7'])
    expect(await resolveLocally('a.localhost', never, names)).toEqual(['127.0.0.1', '::1'])
    await expect(resolveLocally('other', never, names)).rejects.toThrow('The operating system was asked.')
  })

  it('names whose servers do not answer occupy no thread, and hold up no other', async () => {
    const silent = { servers: [await startServer(() => undefined)], lookUp }
    const ending = new AbortController()
    const held = Array.from({ length: 8 }, (_, index) =>
      resolveLocally(`silent-${index}.example`, ending.signal, silent).then(
        () => 'found',
        () => 'ended',
      ),
    )
    const others = { servers: [await startServer((kind) => (kind === 'A' ? [ipv4] : []))], lookUp }
    const first = await Promise.race([...held, resolveLocally('receiver.example', never, others)])
    expect(first).toEqual(['1.2.3.4'])
    ending.abort()
    expect(new Set(await Promise.all(held))).toEqual(new Set(['ended']))
  })
})
