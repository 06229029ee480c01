/**
 * The text of a release: what the changelog says of its version, without the heading.
 * @param tag as it was pushed, `v1.2.3`
 * @param version of package.json
 * @param changelog as https://keepachangelog.com/en/1.1.0/ has it
 * @throws Error in one sentence for people: the tag is another version, or the changelog says nothing of it
 */
export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`) {
    throw new Error(`The tag ${tag} does not fit package.json, whose version is ${version}: tag v${version}.`)
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
