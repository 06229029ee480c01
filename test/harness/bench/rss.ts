import { readFile } from 'node:fs/promises'
import { rounded } from './statistics.ts'

/** The memory of a process (RSS), in MiB. It works only on Linux. */
export async function rssMib(pid: number | undefined): Promise<number> {
  const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${String(pid)}/status`, 'utf8')) ?? []
  return rounded(Number(kibibytes) / 1024, 0)
}
