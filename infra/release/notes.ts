/**
 * The notes of a release: the changelog's section about its version, without the heading.
 * @param tag the pushed tag, `v1.2.3`
 * @param version the version in package.json
 * @param changelog in the format of https://keepachangelog.com/en/1.1.0/
 * @throws Error with a one-sentence message: the tag is another version, or the changelog has no section about it
 */
export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`) {
    throw new Error(
      `The tag ${tag} does not match the version ${version} in package.json: use the tag v${version}.`,
    )
  }
  const sections = changelog.split(/^## /m)
  const [heading = '', ...lines] =
    sections.find((text) => text.startsWith(`${version} - `))?.split('\n') ?? []
  const notes = lines.join('\n').trim()
  if (!/^\S+ - \d{4}-\d{2}-\d{2}$/.test(heading) || notes === '') {
    throw new Error(`CHANGELOG.md needs a section "## ${version} - <date>" that says what has changed.`)
  }
  return notes
}
