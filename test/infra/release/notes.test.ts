import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { releaseNotes } from '../../../infra/release/notes.ts'
import manifest from '../../../package.json' with { type: 'json' }

const changelog = `# Changelog

## Unreleased

## 1.2.3 - 2027-01-31

Before you update, read this.

### Added

- A thing.

## 1.2.2 - 2027-01-30

## 1.2.1

- An older thing.
`

describe('the notes of a release', () => {
  it('are exactly the section of its version', () => {
    expect(releaseNotes('v1.2.3', '1.2.3', changelog)).toBe(
      'Before you update, read this.\n\n### Added\n\n- A thing.',
    )
  })

  it.each(['1.2.3', 'v1.2.2', 'v1.2.3-rc.1', ''])('are refused for the tag "%s"', (tag) => {
    expect(() => releaseNotes(tag, '1.2.3', changelog)).toThrow(
      `The tag ${tag} does not match the version 1.2.3 in package.json: use the tag v1.2.3.`,
    )
  })

  it.each([
    ['has no section', '1.2.4'],
    ['has an empty section', '1.2.2'],
    ['has a section without a date', '1.2.1'],
    ['has the section of a longer version', '1.2'],
  ])('are refused for a version for which the changelog %s', (_, version) => {
    expect(() => releaseNotes(`v${version}`, version, changelog)).toThrow(
      `CHANGELOG.md needs a section "## ${version} - <date>" that says what has changed.`,
    )
  })
})

describe('npm run release:notes', () => {
  const run = (tag: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/release/main.ts', tag], {
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  it('prints the changelog section of the version in package.json', () => {
    const tag = `v${manifest.version}`
    const notes = releaseNotes(tag, manifest.version, readFileSync('CHANGELOG.md', 'utf8'))
    expect(run(tag)).toEqual({ status: 0, stdout: `${notes}\n`, stderr: '' })
  })

  it('ends with one line and code 1 for another tag', () => {
    expect(run('v0.0.0')).toEqual({
      status: 1,
      stdout: '',
      stderr: `tasks-api: The tag v0.0.0 does not match the version ${manifest.version} in package.json: use the tag v${manifest.version}.\n`,
    })
  })
})
