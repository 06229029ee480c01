import { InvalidArgumentError } from 'commander'
import { withVersion } from './client.ts'

/** Parses the base URL of a service on a command line, with or without its version. */
export function readBaseUrl(input: string): string {
  if (/^https?:$/.test(URL.parse(input)?.protocol ?? '')) return withVersion(input)
  throw new InvalidArgumentError('It must be a URL such as https://api.example.com/v1.')
}
