import { InvalidArgumentError } from 'commander'
import { UsageError } from '../command-line.ts'
import { withVersion } from './client.ts'

/** Parses the base URL of a service on a command line, with or without its version. */
export function readBaseUrl(input: string): string {
  const url = URL.parse(input)
  if (url?.password || url?.username)
    throw new UsageError(
      "The service's base URL must have no user name and no password: a token takes their place.",
    )
  if (/^https?:$/.test(url?.protocol ?? '')) return withVersion(input)
  throw new InvalidArgumentError('It must be a URL such as https://api.example.com/v1.')
}
