import { startContents } from './contents.ts'
import { all } from './dom.ts'
import { startSamples } from './samples.ts'
import { startSearch } from './search.ts'
import { startTrying } from './try.ts'

// What the page does beyond being read. Without it everything is there and visible.
startSearch()
startContents()
startSamples()

/** The base path of the API, where a service serves the page; not so where it is read as a file. */
const basePath = /^https?:/.test(location.protocol) && /^(.*\/v1)\/docs\/?$/.exec(location.pathname)?.[1]
if (basePath) {
  const baseUrl = location.origin + basePath
  for (const place of all('.base-url')) place.textContent = baseUrl
  startTrying(baseUrl)
}
