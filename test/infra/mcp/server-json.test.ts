import { expect, it } from 'vitest'
import * as z from 'zod'
import described from '../../../server.json' with { type: 'json' }
import manifest from '../../../package/package.json' with { type: 'json' }
import { mcpCommand } from '../../../infra/mcp/command.ts'

const text = z.string().min(1).max(100)
const version = z.string().regex(/^\d+\.\d+\.\d+$/) // no range, and not "latest"

/** What the registry's own schema of 2025-12-11 asks of the members that ours has; that schema is in no package. */
const schema = z.strictObject({
  $schema: z.url(),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: text,
  description: text,
  version,
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version,
      runtimeHint: z.literal('npx'),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
      environmentVariables: z.array(
        z.strictObject({
          name: z.string(),
          description: z.string(),
          format: z.enum(['string', 'number', 'boolean', 'filepath']),
          isRequired: z.boolean(),
          isSecret: z.boolean().optional(),
          placeholder: z.string().optional(),
        }),
      ),
    }),
  ),
})

it('server.json is an entry as the registry of MCP servers takes it, of this version', () => {
  const { name, version, packages } = schema.parse(described)
  // the registry believes a package that names the entry
  expect(packages.map(({ identifier }) => [identifier, name])).toEqual([[manifest.name, manifest.mcpName]])
  expect([version, ...packages.map((one) => one.version)]).toEqual([manifest.version, manifest.version])
  // what a person is asked for is what the program reads
  const read = mcpCommand('npm run mcp --').options.flatMap(({ envVar }) => envVar ?? [])
  for (const { environmentVariables } of packages)
    expect(environmentVariables.map(({ name }) => name)).toEqual(read)
})
