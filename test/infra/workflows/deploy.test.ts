import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EngineProxy } from '../../harness/sandbox/engine-proxy.ts'
import { awsRegion, newCredentials } from '../../harness/sandbox/environment.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { startServiceProcess } from '../../harness/service-process.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { compileCache } from '../../support/compile-cache.ts'
import { adminJson } from '../admin/cli.ts'

const DATA_DIR = newTempFolder()
const tableName = 'tasks' // the local service's
const service = startServiceProcess(DATA_DIR)
let working = ''
let demo: Demo
let proxy: EngineProxy
let folder = ''
let environment: Record<string, string> = {}

/** The statements about DynamoDB in the role of docs/deploy.md, in the format of roles.ts. */
function grantsOfManual(): string[] {
  const [, json = ''] =
    /^cat >permissions\.json <<JSON\n([^]*?)^JSON$/m.exec(readFileSync('docs/deploy.md', 'utf8')) ?? []
  const { Statement } = JSON.parse(json) as {
    Statement: { Action: string | string[]; Resource: string | string[] }[]
  }
  return Statement.flatMap(({ Action, Resource }) =>
    [Action].flat().map((action) => {
      const [, index] = String(Resource).split('-*/')
      return `${action} ${index ?? 'table'}`
    }),
  ).filter((grant) => grant.startsWith('dynamodb:'))
}

beforeAll(async () => {
  demo = await service.ready()
  working = demo.base_url
  const { endpoint } = JSON.parse(readFileSync(join(DATA_DIR, 'engine.json'), 'utf8')) as { endpoint: string }
  proxy = new EngineProxy({ endpoint, tableName })
  const credentials = newCredentials()
  proxy.addRole({ functionName: 'deploy', credentials, grants: grantsOfManual() })
  environment = {
    ...compileCache,
    AWS_REGION: awsRegion,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
    AWS_ENDPOINT_URL_DYNAMODB: await proxy.listen(),
    HOME: DATA_DIR,
  }
})

afterAll(async () => {
  proxy.close()
  await service.stop()
})

/** Stands in for the CDK: notes what it deploys, and prints what the archive has for outputs. */
const npx = `#!/bin/sh
while [ $# -gt 1 ]; do
  case $1 in --app) app=$2 ;; --outputs-file) outputs=$2 ;; esac
  shift
done
cat "$app/version" >>deployed
cp "$app/outputs.json" "$outputs"
`
/** Stands in for Parameter Store, in a file. \`complaint\` is an error of AWS. */
const aws = `#!/bin/sh
if [ -f complaint ]; then cat complaint >&2; exit 254; fi
if [ "$2" = put-parameter ]; then
  cp "\${4#file://}" given
  node -p 'JSON.parse(fs.readFileSync("given")).Value' >kept
elif [ -f kept ]; then cat kept; else
  echo 'An error occurred (ParameterNotFound) when calling the GetParameter operation: ' >&2
  exit 254
fi
`

/** Makes an archive as .ci/assemblies does, of a version whose stage has this URL. */
function archive(version: string, url: string, { gradual = false } = {}): string {
  for (const place of ['staging', ...(gradual ? ['at-once/staging'] : [])]) {
    const source = join(folder, version, place)
    mkdirSync(source, { recursive: true })
    writeFileSync(join(source, 'version'), `${version}${place === 'staging' ? '' : '-at-once'} `)
    const outputs = { 'TasksApi-staging': { BaseUrl: url, TableName: tableName } }
    writeFileSync(join(source, 'outputs.json'), JSON.stringify(outputs))
  }
  const file = join(folder, `${version}.tar.gz`)
  spawnSync('tar', ['-czf', file, '-C', join(folder, version), '.'])
  return file
}

beforeEach(() => {
  folder = newTempFolder()
  // `npm run` takes the scripts of the folder in which it runs
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\ncd '${resolve('.')}' && exec '${npmOfThisMachine}' "$@"\n`, {
    mode: 0o700,
  })
  writeFileSync(join(folder, 'npx'), npx, { mode: 0o700 })
  writeFileSync(join(folder, 'aws'), aws, { mode: 0o700 })
})

const npmOfThisMachine = spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim()

/** Runs .ci/deploy for the stage \`staging\`. */
const deploy = (...archives: string[]) =>
  new Promise<{ code: number; output: string; deployed: string }>((done) => {
    const env = { ...environment, PATH: `${folder}:${String(process.env.PATH)}` }
    execFile(
      resolve('.ci/deploy'),
      ['staging', ...archives],
      { cwd: folder, env },
      (error, stdout, stderr) => {
        const deployed = join(folder, 'deployed')
        done({
          code: Number(error?.code ?? 0),
          output: stdout + stderr,
          deployed: existsSync(deployed) ? readFileSync(deployed, 'utf8') : '',
        })
      },
    )
  })

/** Keeps a token for the test, as after an earlier run. */
const keepToken = () => {
  const access = { project: demo.project_id, token: demo.token }
  writeFileSync(join(folder, 'kept'), JSON.stringify(access))
}

const kept = () =>
  JSON.parse(readFileSync(join(folder, 'kept'), 'utf8')) as { project: string; token: string }
const errorsIn = (output: string) => output.split('\n').filter((line) => line.startsWith('::error::'))
const accounts = async () => {
  const { accounts: all } = (await adminJson({ DATA_DIR }, 'account', 'list')) as {
    accounts: { id: string; name: string }[]
  }
  return all.filter(({ name }) => name === 'Tests of deployments')
}
const nowhere = 'http://127.0.0.1:9/v1'

describe('.ci/deploy', () => {
  it('makes a token for the test once, with the permissions of the manual, and shows it in no log', async () => {
    const first = await deploy(archive('first', working))
    expect(first).toMatchObject({ code: 0, deployed: 'first ' })
    expect(first.output).toContain(`${working} works.`)
    expect(proxy.denied).toEqual([])
    const { token } = kept()
    expect(JSON.parse(readFileSync(join(folder, 'given'), 'utf8'))).toEqual({
      Name: '/tasks-api/staging/smoke',
      Type: 'SecureString',
      Value: JSON.stringify(kept()),
    })
    const lines = first.output.split('\n').filter((line) => line.includes(token))
    expect(lines).toEqual([`::add-mask::${token}`]) // GitHub hides it from then on
    const [account] = await accounts()
    const tokens = await adminJson({ DATA_DIR }, 'token', 'list', '--account', String(account?.id))
    expect(tokens).toMatchObject({ tokens: [{ scopes: ['read', 'write', 'delete'] }] })

    expect(await deploy(archive('second', working))).toMatchObject({ code: 0, deployed: 'first second ' })
    expect(kept().token).toBe(token)
    rmSync(join(folder, 'kept')) // as after a leak
    expect(await deploy(archive('third', working))).toMatchObject({ code: 0 })
    expect(kept().token).not.toBe(token)
    expect(await accounts()).toEqual([account])
  })

  it('deploys the earlier archive again when the new one fails its test', async () => {
    keepToken()
    const [good, bad] = [archive('good', working), archive('bad', nowhere)]
    const back = await deploy(bad, good)
    expect(back).toMatchObject({ code: 1, deployed: 'bad good ' })
    expect(errorsIn(back.output)).toEqual([
      '::error::The test of staging failed: what ran before is deployed again.',
    ])
    expect(back.output).toContain('::notice::What ran before runs on staging again, and passes the test.')

    const lost = await deploy(bad, archive('worse', nowhere))
    expect(lost).toMatchObject({ code: 1, deployed: 'bad good bad worse ' })
    expect(errorsIn(lost.output).at(-1)).toContain('fails the test as well')
  })

  it('goes back at once where deployments are gradual: an alarm that is on would end them', async () => {
    keepToken()
    const good = archive('good', working, { gradual: true })
    const bad = archive('bad', nowhere, { gradual: true })
    expect(await deploy(bad, good)).toMatchObject({ code: 1, deployed: 'bad good-at-once ' })
    environment.AT_ONCE = 'true' // by hand, to an earlier commit
    const byHand = await deploy(good)
    delete environment.AT_ONCE
    expect(byHand).toMatchObject({ code: 0, deployed: 'bad good-at-once good-at-once ' })
  })

  it('says so when there is nothing to go back to', async () => {
    keepToken()
    const { code, output, deployed } = await deploy(
      archive('bad', nowhere),
      join(folder, 'previous/assemblies.tar.gz'),
    )
    expect({ code, deployed }).toEqual({ code: 1, deployed: 'bad ' })
    expect(errorsIn(output)).toEqual([
      '::error::The test of staging failed, and there is no earlier deployment to go back to. The new one still runs.',
    ])
  })

  it('goes back over nothing when the deployment itself, or Parameter Store, fails', async () => {
    const refused = 'An error occurred (AccessDeniedException) when calling the GetParameter operation'
    writeFileSync(join(folder, 'complaint'), refused)
    const good = archive('good', working)
    const { code, output } = await deploy(archive('new', nowhere), good)
    expect({ code, refused: output.includes(refused) }).toEqual({ code: 1, refused: true })
    writeFileSync(join(folder, 'npx'), '#!/bin/sh\nexit 3\n', { mode: 0o700 })
    expect(await deploy(good, good)).toMatchObject({ code: 3, deployed: 'new ' })
  })
})

describe('.ci/assemblies', () => {
  const assemblies = (cdk: string) => {
    writeFileSync(
      join(folder, 'npx'),
      `#!/bin/sh\nall="$*"\nwhile [ "$1" != --output ]; do shift; done\n${cdk}\n`,
      {
        mode: 0o700,
      },
    )
    const env = { PATH: `${folder}:${String(process.env.PATH)}` }
    return spawnSync(resolve('.ci/assemblies'), ['staging', 'production'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
  }

  it('packs the stages, which have the same bundles', () => {
    const cdk =
      'mkdir -p $2/asset.1 && touch $2/asset.1/index.mjs && head -c 50000 /dev/urandom >$2/asset.3.zip'
    expect(assemblies(cdk)).toMatchObject({ status: 0, stdout: '', stderr: '' })
    const list = spawnSync('tar', ['-tzf', 'assemblies.tar.gz'], { cwd: folder, encoding: 'utf8' }).stdout
    expect(list).toContain('staging/asset.1/index.mjs\n')
    expect(list).toContain('production/asset.1/index.mjs\n')
    // the large file that both have is there once
    expect(statSync(join(folder, 'assemblies.tar.gz')).size).toBeLessThan(100_000)
  })

  it('packs a stage with gradual deployments twice: the second is for the way back', () => {
    const cdk = `mkdir -p $2/asset.1 && head -c 50000 /dev/urandom >$2/asset.1/index.mjs && echo "$all" >>asked
case "$all" in *staging*gradual*) ;; *staging*) echo CodeDeployLambdaAliasUpdate >$2/nested.template.json ;; esac`
    expect(assemblies(cdk)).toMatchObject({ status: 0, stdout: '', stderr: '' })
    const list = spawnSync('tar', ['-tzf', 'assemblies.tar.gz'], { cwd: folder, encoding: 'utf8' }).stdout
    expect(list).toContain('at-once/staging/asset.1/index.mjs\n')
    expect(list).not.toContain('at-once/production')
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toContain('--context gradualDeployment=off')
    expect(statSync(join(folder, 'assemblies.tar.gz')).size).toBeLessThan(100_000)
  })

  it('packs stages of which one has a canary', () => {
    const cdk = `mkdir -p $2/asset.1 $2/asset.2 && touch $2/asset.1/index.mjs
case $2 in *staging) touch $2/asset.2/canary.mjs ;; esac`
    expect(assemblies(cdk)).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  it('refuses stages with different bundles', () => {
    const cdk = 'mkdir -p $2/asset.${2##*/} && touch $2/asset.${2##*/}/index.mjs'
    const { status, stdout } = assemblies(cdk)
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: '::error::The bundles of production are not those of staging.\n',
    })
  })
})
