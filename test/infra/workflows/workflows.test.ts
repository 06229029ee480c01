import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newTempFolder } from '../../harness/temp-folder.ts'
import manifest from '../../../package.json' with { type: 'json' }

const folder = '.github/workflows'

const { scripts } = manifest as { scripts: Record<string, string> }

/** The npm scripts that .ci/checks runs. */
const checks = /^checks=\((.*)\)$/m.exec(readFileSync('.ci/checks', 'utf8'))?.[1]?.split(' ') ?? []

/** The commands that a shell line runs, with .ci/checks and npm scripts replaced by their commands. */
function commandsOf(line: string): string[] {
  return line.split('&&').flatMap((part) => {
    if (part.trim() === '.ci/checks') return checks.flatMap((name) => commandsOf(`npm run ${name}`))
    const [, name, more = ''] = /\bnpm (?:run )?(test|(?<=run )[\w:]+)(?: -- (.*))?$/.exec(part.trim()) ?? []
    const script = name === undefined ? undefined : scripts[name]
    return script === undefined ? [part.trim()] : commandsOf(`${script} ${more}`.trim())
  })
}

const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}))

const textOf = (name: string) => workflows.find((workflow) => workflow.name === name)?.text ?? ''

/** The text of one job of a workflow. */
function jobOf(name: string, job: string): string {
  const [, jobs = ''] = textOf(name).split(/^jobs:\n/m)
  return jobs.split(/^(?= {2}[\w-]+:$)/m).find((text) => text.startsWith(`  ${job}:\n`)) ?? ''
}

describe('.ci/run', () => {
  it('runs all tests once, after all other checks', () => {
    const lines = readFileSync('.ci/run', 'utf8').split('\n')
    const commands = lines.filter((line) => line.startsWith('npm ')).flatMap(commandsOf)
    expect(commands[0]).toBe('npm ci')
    const [tests = '', ...more] = commands.filter((command) => command.includes('vitest'))
    expect(more).toEqual([])
    expect(tests).toMatch(/^NODE_COMPILE_CACHE=\S+ vitest run$/) // no TESTS, and no files: everything
    expect(commands.at(-1)).toBe(tests)
    const others = ['tsc', 'tsc -p web', 'eslint .', 'prettier --check .', 'knip']
    expect(commands).toEqual(expect.arrayContaining(others))
  })
})

describe('.ci/checks', () => {
  it.each([undefined, ...checks])('shows what each check says, and fails with %s', (failing) => {
    const folder = newTempFolder() // with a stand-in for npm
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho said "$@"\n[ "$2" != "${failing}" ]\n`, {
      mode: 0o755,
    })
    const env = { PATH: `${folder}:${process.env.PATH}` }
    const { status, stdout } = spawnSync(join('.ci', 'checks'), { env, encoding: 'utf8' })
    expect(status).toBe(failing === undefined ? 0 : 1)
    expect(stdout).toBe(checks.map((name) => `said run ${name}\n`).join(''))
  })
})

describe('the workflows', () => {
  it('exist', () => {
    expect(workflows.map(({ name }) => name)).toEqual([
      'ci.yml',
      'deploy.yml',
      'nightly.yml',
      'rehearsal.yml',
      'release.yml',
    ])
  })

  it.each(workflows)(
    '$name: pins every action by a full commit, with its version in a comment',
    ({ text }) => {
      const uses = text.split('\n').filter((line) => line.includes('uses:'))
      expect(uses.length).toBeGreaterThan(0)
      for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    },
  )

  it.each(workflows)('$name: has only read permissions by default', ({ text }) => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m)
  })

  it.each(workflows)('$name: inserts no user input into shell lines', ({ text }) => {
    const lines = text.split('\n').filter((line) => line.includes('${{'))
    expect(
      lines.filter((line) => !/^ +[\w-]+: (?:[\w-]+-)?\$\{\{ (?:(?!\}\}|\$\{\{).)+ \}\}$/.test(line)),
    ).toEqual([])
    expect(lines.filter((line) => /\brun:/.test(line))).toEqual([])
  })

  it('run the tests of a change only in ci.yml, with .ci/run itself', () => {
    expect(textOf('ci.yml')).toMatch(/^ +- run: \.ci\/run$/m)
    for (const name of ['deploy.yml', 'rehearsal.yml', 'release.yml']) {
      expect(textOf(name)).not.toMatch(/\.ci\/run|npm test|npm run check|vitest/)
    }
  })

  it('ci.yml also runs the tests on DynamoDB Local, at the fixed version in docs/self-hosting.md', () => {
    const [text, night] = ['ci.yml', 'nightly.yml'].map(textOf)
    const [image = 'none'] = /amazon\/dynamodb-local:\d+\.\d+\.\d+/.exec(text ?? '') ?? []
    expect(readFileSync('docs/self-hosting.md', 'utf8')).toContain(
      `docker run --rm -p 127.0.0.1:8000:8000 ${image}\n`,
    )
    expect(text).toMatch(/- run: npm test\n +env:\n +DYNAMODB_ENDPOINT: http:\/\/localhost:8000\n/)
    expect(night).toContain(`image: ${image}\n`)
    expect(night).toMatch(/- run: npm run test:all\n +env:\n +DYNAMODB_ENDPOINT: http:\/\/localhost:8000\n/)
  })

  it('ci.yml holds the document against generators of clients', () => {
    const job = jobOf('ci.yml', 'generated-clients')
    const steps = [
      'npm ci',
      'npm ci --ignore-scripts --prefix test/generated-clients',
      'npm test --prefix test/generated-clients',
    ]
    expect(job.match(/(?<=- run: ).+/g)).toEqual(steps)
    const { scripts } = JSON.parse(readFileSync('test/generated-clients/package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    for (const generator of ['openapi-ts', 'orval', 'oazapfts', 'openapi-typescript'])
      expect(scripts.generate?.split(' && ').map((part) => part.split(' ')[0])).toContain(generator)
    expect(scripts.test).toBe('npm run generate && tsc && node --test calls.ts patterns.ts')
  })

  it('nightly.yml runs every night what is too long for each change', () => {
    const text = textOf('nightly.yml')
    expect(text).toMatch(/^ {2}schedule:\n {4}- cron: '\d+ \d+ \* \* \*'\n/m)
    for (const script of ['faults', 'chaos'])
      expect(text).toMatch(new RegExp(`- run: npm run ${script}\\n +if: '!cancelled\\(\\)'\\n`))
    expect(text).toMatch(/- run: npm run check:coverage\n +env:\n +TIMES: \d\d+\n +if: '!cancelled\(\)'\n/)
  })

  it('deploy.yml takes its role by OIDC, in an environment, and tests what it deployed', () => {
    const text = textOf('deploy.yml')
    expect(text).toMatch(/environment: \$\{\{ inputs\.stage/)
    expect(text.match(/id-token: write/g)).toHaveLength(1)
    expect(jobOf('deploy.yml', 'deploy')).toContain('id-token: write')
    expect(text).not.toMatch(/aws-access-key-id|aws-secret-access-key|secrets\./)
    expect(jobOf('deploy.yml', 'deploy')).toMatch(/- run: \.ci\/deploy "\$STAGE" \S+ \S+\n/)
  })

  it('deploy.yml deploys only commits that passed CI: pushes to main automatically, others by hand', () => {
    const [, name = 'none'] = /^name: (.+)$/m.exec(textOf('ci.yml')) ?? []
    expect(textOf('deploy.yml')).toMatch(
      new RegExp(`^ {2}workflow_run:\n {4}workflows: \\[${name}\\]\n {4}types: \\[completed\\]\n`, 'm'),
    )
    expect(textOf('deploy.yml')).not.toMatch(/^ {2}(?:push|pull_request\w*):/m)
    const passed = jobOf('deploy.yml', 'passed')
    expect(passed).toContain("github.event.workflow_run.event == 'push'")
    expect(passed).toContain("github.event.workflow_run.conclusion == 'success'")
    expect(passed).toContain("if: inputs.stage == 'production' && github.ref != 'refs/heads/main'")
    expect(passed).toContain("BRANCH: ${{ inputs.stage == 'production' && 'main' || '' }}")
    expect(passed).toMatch(
      /- if: github\.event_name == 'workflow_dispatch' && !inputs\.commit\n +run: \.ci\/green "\$BRANCH"\n/,
    )
    expect(passed).not.toContain('id-token')
    for (const job of ['build', 'deploy']) {
      expect(jobOf('deploy.yml', job)).toContain(
        'ref: ${{ github.event.workflow_run.head_sha || github.sha }}',
      )
    }
    expect(jobOf('deploy.yml', 'build')).toContain('needs: passed')
    expect(jobOf('deploy.yml', 'deploy')).toContain("needs.passed.result == 'success'")
  })

  it('deploy.yml builds for staging alone: production gets what staging has run, and every stage a way back', () => {
    const [build, deploy] = [jobOf('deploy.yml', 'build'), jobOf('deploy.yml', 'deploy')]
    expect(build).toContain("if: inputs.stage != 'production' && !inputs.commit\n")
    const [, stages = ''] = /options: \[(.+)\]/.exec(textOf('deploy.yml')) ?? []
    expect(build).toContain(`- run: .ci/assemblies ${stages.replaceAll(', ', ' ')}\n`)
    expect(deploy).not.toMatch(/assemblies staging|cdk/)
    const steps = [
      `- if: needs.build.result == 'success'\n        uses: actions/download-artifact@`,
      `- if: needs.build.result == 'skipped'\n        run: npx node infra/deployed/main.ts staging new "$COMMIT"\n`,
      '- run: npx node infra/deployed/main.ts "$STAGE" previous\n',
      '- run: .ci/deploy "$STAGE" new/assemblies.tar.gz previous/assemblies.tar.gz\n',
      "name: ${{ format('deployed-{0}-{1}', env.STAGE, env.COMMIT) }}\n          path: new/assemblies.tar.gz\n",
    ]
    expect(deploy).toContain("AT_ONCE: ${{ inputs.commit && 'true' || 'false' }}\n")
    const places = steps.map((step) => deploy.indexOf(step))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it.each(workflows)(
    '$name: each job has its own time limit, and may write no more than it must',
    ({ name, text }) => {
      const [, jobs = ''] = text.split(/^jobs:\n/m)
      for (const job of jobs.split(/^(?= {2}[\w-]+:$)/m).filter((part) => part.startsWith('  '))) {
        if (/^ {2}[\w-]+:$/m.test(job)) expect(job).toMatch(/^ {4}timeout-minutes: \d+/m)
        if (/: write\b/.test(job))
          expect(job).toMatch(/^ {4}permissions:\n(?: {6}[\w-]+: (?:read|write)(?: #.*)?\n)+/m)
      }
      const writes = [...text.matchAll(/^ +([\w-]+): write/gm)].map(([, what]) => what)
      const allowed = {
        'ci.yml': [],
        'nightly.yml': [],
        'deploy.yml': ['id-token'],
        'rehearsal.yml': ['id-token'],
      }
      expect(writes).toEqual({ ...allowed, 'release.yml': ['contents'] }[name])
    },
  )

  it('rehearsal.yml runs by hand and for a release, in an account if there is one, and says on what', () => {
    const text = textOf('rehearsal.yml')
    expect(text).toContain("on:\n  workflow_dispatch:\n  push:\n    tags: ['v*.*.*']\n")
    expect(text).toContain("TARGET: ${{ vars.AWS_ROLE_ARN && 'account' || 'emulator' }}\n")
    expect(text).not.toMatch(/aws-access-key-id|aws-secret-access-key|secrets\./)
    expect(text).toContain('- run: .ci/rehearse "$TARGET" "$(git describe ')
  })

  it('release.yml publishes only commits that are on main, passed CI and are in the changelog', () => {
    const [build, publish] = [jobOf('release.yml', 'package'), jobOf('release.yml', 'publish')]
    const steps = [
      '.ci/green main',
      'npm ci',
      'npm run --silent release:notes -- "$GITHUB_REF_NAME" >release/notes.md',
      'npm pack ./package --pack-destination release',
      'npm pack ./client --pack-destination release',
      'npm pack ./integrations/n8n --pack-destination release',
      'cp client/python/tasks_api.py release',
      'npm run --silent release:pack -- release',
      'cd release && sha256sum *.tgz *.tar.gz *.py >SHA256SUMS',
    ]
    const places = steps.map((step) => build.indexOf(`- run: ${step}\n`))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(publish).toContain('needs: [package, try]')
    expect(publish).toContain(
      'gh release create "$GITHUB_REF_NAME" release/*.tgz release/*.tar.gz release/*.py release/SHA256SUMS\n',
    )
    expect(publish).toContain('--verify-tag')
    // packages installed by npm never run with write access to the repository
    expect(publish).toContain('contents: write')
    expect(publish).not.toMatch(/npm|checkout/)
    expect(textOf('release.yml').match(/: write/g)).toHaveLength(1)
  })

  it('release.yml installs the npm package from its file and tries it, on the oldest Node and on the newest', () => {
    const job = jobOf('release.yml', 'try')
    expect(job).toContain('needs: package\n')
    expect(job).toContain('node: [20, 24]\n')
    expect(job).not.toContain('npm ci')
    const install = job.indexOf('npm install "$GITHUB_WORKSPACE"/release/tasks-api-[0-9]*.tgz\n')
    expect(install).toBeGreaterThan(0)
    expect(job.indexOf('- run: .ci/try-package "$RUNNER_TEMP/try"\n')).toBeGreaterThan(install)
  })
})
