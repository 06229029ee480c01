import { once } from 'node:events'
import { openDataDirForService } from '../../../infra/local/data-dir.ts'

// Forked by claim.test.ts. It locks each folder that it is sent, reports the result, and unlocks it when told to.
for (;;) {
  const [dataDir] = (await once(process, 'message')) as [string]
  const engine = await openDataDirForService(dataDir).catch(String)
  const toLeave = once(process, 'message')
  process.send?.(typeof engine === 'string' ? engine : 'has it')
  await toLeave
  if (typeof engine !== 'string') await engine.stop()
  process.send?.('left it')
}
