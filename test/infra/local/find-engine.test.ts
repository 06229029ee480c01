import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseEngine, type Machine } from '../../../infra/local/find-engine.ts'

interface Installed {
  packaged?: string
  files?: readonly string[]
  variables?: NodeJS.ProcessEnv
}

/** A machine with these files, which are all executable. */
const machine = ({ packaged, files = [], variables = {} }: Installed): Machine => ({
  platform: 'darwin-arm64',
  home: '/home/ada',
  variables: { PATH: '/first:/second', ...variables },
  packaged,
  isExecutable: (path) => files.includes(path) || path === packaged,
  exists: (path) => files.includes(path),
  realPath: (path) => (path === '/second/dynamodb-local' ? '/cask/2026/dynamodb-local.wrapper.sh' : path),
})

const java = '/second/java'
const jarInHome = '/home/ada/dynamodb-local/DynamoDBLocal.jar'
const local = (jar: string, by = java) => ({ kind: 'DynamoDB Local', folder: dirname(jar), java: by })
const dynoxide = (path: string) => ({ kind: 'dynoxide', path })

describe('the engine of a machine', () => {
  const everything = ['/second/dynoxide', jarInHome, java]

  it.each<[string, Installed, ReturnType<typeof chooseEngine>['kind'], object]>([
    [
      'the packaged dynoxide',
      { packaged: '/package/dynoxide', files: everything },
      'dynoxide',
      dynoxide('/package/dynoxide'),
    ],
    ['dynoxide on the PATH', { files: everything }, 'dynoxide', dynoxide('/second/dynoxide')],
    [
      'the first dynoxide on the PATH',
      { files: ['/first/dynoxide', ...everything] },
      'dynoxide',
      dynoxide('/first/dynoxide'),
    ],
    ['DynamoDB Local', { files: [jarInHome, java] }, 'DynamoDB Local', local(jarInHome)],
    [
      'the DynamoDB Local of DYNAMODB_LOCAL',
      { files: [jarInHome, '/mine/DynamoDBLocal.jar', java], variables: { DYNAMODB_LOCAL: '/mine' } },
      'DynamoDB Local',
      local('/mine/DynamoDBLocal.jar'),
    ],
    [
      'the DynamoDB Local of Homebrew',
      { files: ['/second/dynamodb-local', '/cask/2026/DynamoDBLocal.jar', jarInHome, java] },
      'DynamoDB Local',
      local('/cask/2026/DynamoDBLocal.jar'),
    ],
    [
      'DynamoDB Local by the Java of JAVA_HOME',
      { files: [jarInHome, java, '/jdk/bin/java'], variables: { JAVA_HOME: '/jdk' } },
      'DynamoDB Local',
      local(jarInHome, '/jdk/bin/java'),
    ],
    [
      'DynamoDB Local, with empty variables',
      { files: [jarInHome, java], variables: { DYNAMODB_LOCAL: '', JAVA_HOME: '' } },
      'DynamoDB Local',
      local(jarInHome),
    ],
  ])('is %s', (_which, installed, kind, expected) => {
    expect(chooseEngine(machine(installed))).toEqual(expected)
    expect(chooseEngine(machine(installed), { kind, file: '/data/file' })).toEqual(expected)
  })

  it('is dynoxide on the PATH if the packaged one is not there', () => {
    const found = chooseEngine({ ...machine({ files: everything }), packaged: '/package/dynoxide' })
    expect(found).toEqual(dynoxide('/second/dynoxide'))
  })

  it('is the one that can read the data of the folder, even if another would come first', () => {
    const found = chooseEngine(machine({ packaged: '/package/dynoxide', files: everything }), {
      kind: 'DynamoDB Local',
      file: '/data/shared-local-instance.db',
    })
    expect(found).toEqual(local(jarInHome))
  })

  it.each([
    [
      { kind: 'dynoxide', file: '/data/tasks.db' } as const,
      [jarInHome, java],
      '/data/tasks.db is a file of dynoxide, which is not installed: ' +
        'put dynoxide on the PATH (https://dynoxide.dev), or choose another folder with DATA_DIR.',
    ],
    [
      { kind: 'DynamoDB Local', file: '/data/shared.db' } as const,
      ['/first/dynoxide'],
      '/data/shared.db is a file of DynamoDB Local, which is not installed: ' +
        'install a JDK and DynamoDB Local, and set DYNAMODB_LOCAL to its folder, or choose another folder with DATA_DIR.',
    ],
  ])('is none if only others could begin anew beside %j', (held, files, message) => {
    expect(() => chooseEngine(machine({ files }), held)).toThrow(new Error(message))
  })

  it.each<[string, Installed]>([
    ['DYNAMODB_LOCAL: there is no DynamoDBLocal.jar in /mine.', { variables: { DYNAMODB_LOCAL: '/mine' } }],
    [
      'DynamoDB Local is in /home/ada/dynamodb-local, but there is no java: install a JDK, or set JAVA_HOME.',
      { files: [jarInHome] },
    ],
  ])('is none: %s', (message, installed) => {
    expect(() => chooseEngine(machine(installed))).toThrow(new Error(message))
  })

  it('is none: three lines say what to do', () => {
    expect(() => chooseEngine(machine({}))).toThrow(
      new Error(
        'There is no DynamoDB engine for darwin-arm64: put dynoxide on the PATH (https://dynoxide.dev),\n' +
          'or install a JDK and DynamoDB Local, and set DYNAMODB_LOCAL to its folder,\n' +
          'or run all of it in a container: docker compose up. See docs/self-hosting-elsewhere.md.',
      ),
    )
  })
})
