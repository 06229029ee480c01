import { execFile } from 'node:child_process'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { compileCache } from '../../support/compile-cache.ts'

/** Runs `tasks` as npx does, with only the given variables. Without a data folder it gets an empty one. */
export const tasks = (args: string[], variables: Record<string, string> = {}, file = 'infra/tasks/tasks') =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...compileCache, PATH: String(process.env.PATH), DATA_DIR: newTempFolder(), ...variables }
    execFile(file, args, { env, timeout: 50_000 }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })
