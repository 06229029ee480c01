import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = '.github/workflows'
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}))

describe('the workflows', () => {
  it('are there', () => {
    expect(workflows.map(({ name }) => name)).toEqual(['ci.yml', 'deploy.yml'])
  })

  it.each(workflows)('$name: pins every action by a full commit with its version beside it', ({ text }) => {
    const uses = text.split('\n').filter((line) => line.includes('uses:'))
    expect(uses.length).toBeGreaterThan(0)
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it.each(workflows)('$name: runs the very script of .ci/run and begins with reading alone', ({ text }) => {
    expect(text).toMatch(/^ +- run: \.ci\/run$/m)
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m)
  })

  it('ci.yml runs the tests on DynamoDB Local too, at a fixed version that docs/self-hosting.md names', () => {
    const text = workflows.find(({ name }) => name === 'ci.yml')?.text ?? ''
    const [image = 'none'] = /amazon\/dynamodb-local:\d+\.\d+\.\d+/.exec(text) ?? []
    expect(readFileSync('docs/self-hosting.md', 'utf8')).toContain(`docker run --rm -p 8000:8000 ${image}\n`)
    expect(text).toMatch(/- run: npm test\n +env:\n +DYNAMODB_ENDPOINT: http:\/\/localhost:8000\n/)
  })

  it('deploy.yml takes its role by OIDC, in an environment, and tests what it deployed', () => {
    const text = workflows.find(({ name }) => name === 'deploy.yml')?.text ?? ''
    expect(text).toMatch(/environment: \$\{\{ inputs\.stage/)
    expect(text.match(/id-token: write/g)).toHaveLength(1)
    expect(text).not.toMatch(/aws-access-key-id|aws-secret-access-key/)
    expect(text.indexOf('npm run smoke')).toBeGreaterThan(text.indexOf('cdk deploy'))
    // what a person typed never becomes part of a shell line
    expect(text.split('\n').filter((line) => line.includes('run:') && line.includes('${{'))).toEqual([])
  })
})
