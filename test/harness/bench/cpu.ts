import { readFile } from 'node:fs/promises'

/** The kernel counts processor time in hundredths of a second: `getconf CLK_TCK`. */
const msPerTick = 10

/** The processor time that a process has taken, in milliseconds. It works only on Linux: proc_pid_stat(5). */
export async function cpuMs(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8')
  // the second field, the name of the program, may hold blanks; it ends with the last parenthesis
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  return (user + system) * msPerTick
}
