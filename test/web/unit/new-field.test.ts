import { resolve } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const schemaFile = resolve('client/src/schema.ts')
const options: ts.CompilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, types: [] },
  ...{
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
  },
  ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  moduleResolution: ts.ModuleResolutionKind.Bundler,
}

/** What the compiler says of a file, with the client's types as `change` makes them of what they are. */
function problemsOf(file: string, change: (schema: string) => string): string[] {
  const host = ts.createCompilerHost(options)
  const read = host.readFile.bind(host)
  host.readFile = (name) => {
    const text = read(name)
    return resolve(name) === schemaFile && text !== undefined ? change(text) : text
  }
  const program = ts.createProgram([file], options, host)
  const source = program.getSourceFile(file)
  return program
    .getSemanticDiagnostics(source)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

/** The client's types with a new built-in field, `color`, wherever tasks have a description. */
const withColor = (schema: string): string =>
  schema.replace(/^( *)(?=description\??: )/gm, '$1color?: string\n$1')

it.each(['web/src/changes/change.ts', 'web/src/forms/mapping.ts'])(
  'a new field of tasks does not compile until it is in %s',
  (name) => {
    const file = resolve(name)
    expect(problemsOf(file, (schema) => schema)).toEqual([])
    expect(problemsOf(file, withColor)).toContainEqual(expect.stringContaining("Property 'color' is missing"))
  },
  60_000,
)
