import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'

/** A DynamoDB engine that is installed on this machine. */
export type EngineProgram =
  | { kind: 'dynoxide'; path: string }
  | {
      kind: 'DynamoDB Local'
      /** The folder with DynamoDBLocal.jar and DynamoDBLocal_lib. */
      folder: string
      java: string
    }

/** What is known of the machine when an engine is chosen. */
export interface Machine {
  /** Such as `linux-x64`. */
  platform: string
  home: string
  /** PATH, JAVA_HOME and DYNAMODB_LOCAL. */
  variables: NodeJS.ProcessEnv
  /** Where the program of the platform's package is; undefined when the package is not installed. */
  packaged: string | undefined
  isExecutable: (path: string) => boolean
  exists: (path: string) => boolean
  /** The file that a link leads to. */
  realPath: (path: string) => string
}

/** The data of a folder that only one kind of engine can read. */
export interface HeldData {
  kind: EngineProgram['kind']
  file: string
}

const onPath = ({ variables, isExecutable }: Machine, program: string): string | undefined =>
  (variables.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(isExecutable)

const dynoxideOf = (machine: Machine): string | undefined =>
  machine.packaged !== undefined && machine.isExecutable(machine.packaged)
    ? machine.packaged
    : onPath(machine, 'dynoxide')

/** Where people unpack DynamoDB Local. Homebrew puts `dynamodb-local` on the PATH, a link into the folder of the jar. */
function usualFolders(machine: Machine): string[] {
  const program = onPath(machine, 'dynamodb-local')
  return [
    ...(program === undefined ? [] : [dirname(machine.realPath(program))]),
    ...['dynamodb-local', 'dynamodb_local', 'dynamodb_local_latest'].map((name) => join(machine.home, name)),
    '/opt/dynamodb-local',
    '/usr/local/lib/dynamodb-local',
    '/home/dynamodblocal', // of Amazon's image
  ]
}

/** @throws Error with one sentence, when DYNAMODB_LOCAL is wrong, or the jar is there and Java is not */
function dynamoDbLocalOf(machine: Machine): EngineProgram | undefined {
  const { variables, isExecutable, exists } = machine
  const hasJar = (folder: string) => exists(join(folder, 'DynamoDBLocal.jar'))
  const { DYNAMODB_LOCAL = '' } = variables
  const named = DYNAMODB_LOCAL === '' ? undefined : resolve(DYNAMODB_LOCAL)
  if (named !== undefined && !hasJar(named))
    throw new Error(`DYNAMODB_LOCAL: there is no DynamoDBLocal.jar in ${named}.`)
  const folder = named ?? usualFolders(machine).find(hasJar)
  if (folder === undefined) return undefined
  const { JAVA_HOME } = variables
  const java = [JAVA_HOME ? join(JAVA_HOME, 'bin/java') : [], onPath(machine, 'java') ?? []]
    .flat()
    .find(isExecutable)
  if (java !== undefined) return { kind: 'DynamoDB Local', folder, java }
  throw new Error(`DynamoDB Local is in ${folder}, but there is no java: install a JDK, or set JAVA_HOME.`)
}

const remedies = {
  dynoxide: 'put dynoxide on the PATH (https://dynoxide.dev)',
  'DynamoDB Local': 'install a JDK and DynamoDB Local, and set DYNAMODB_LOCAL to its folder',
}

/**
 * Chooses the engine: the packaged dynoxide, else the one on the PATH, else DynamoDB Local. docs/decisions.md, "Local
 * engine".
 * @param held the data that the engine must be able to read; an engine of the other kind would begin with none
 * @throws Error with a text for people: three lines when no engine is installed
 */
export function chooseEngine(machine: Machine, held?: HeldData): EngineProgram {
  const path = held?.kind === 'DynamoDB Local' ? undefined : dynoxideOf(machine)
  if (path !== undefined) return { kind: 'dynoxide', path }
  const local = held?.kind === 'dynoxide' ? undefined : dynamoDbLocalOf(machine)
  if (local !== undefined) return local
  if (held !== undefined) {
    throw new Error(
      `${held.file} is a file of ${held.kind}, which is not installed: ${remedies[held.kind]}, ` +
        'or choose another folder with DATA_DIR.',
    )
  }
  throw new Error(
    `There is no DynamoDB engine for ${machine.platform}: ${remedies.dynoxide},\n` +
      `or ${remedies['DynamoDB Local']},\n` +
      'or run all of it in a container: docker compose up. See docs/self-hosting-elsewhere.md.',
  )
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function packagedIn(platform: string): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`@dynoxide/${platform}/package.json`)
    return join(dirname(manifest), 'dynoxide')
  } catch {
    return undefined // the optional dependency does not exist for this platform
  }
}

function thisMachine(): Machine {
  const platform = `${process.platform}-${process.arch}`
  return {
    platform,
    home: homedir(),
    variables: process.env,
    packaged: packagedIn(platform),
    isExecutable,
    exists: existsSync,
    realPath: (path) => realpathSync(path),
  }
}

/** Finds the engine for a folder's data on this machine, as `chooseEngine` does. */
export const findEngine = (held?: HeldData): EngineProgram => chooseEngine(thisMachine(), held)

/**
 * Finds dynoxide on this machine.
 * @throws Error with one sentence for people
 */
export function findDynoxide(): string {
  const path = dynoxideOf(thisMachine())
  if (path !== undefined) return path
  throw new Error(
    `There is no dynoxide for ${process.platform}-${process.arch}: ${remedies.dynoxide}, ` +
      'or name another engine with DYNAMODB_ENDPOINT=http://host:port.',
  )
}
