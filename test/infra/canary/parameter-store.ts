import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { awsRegion, type RoleCredentials } from '../../harness/sandbox/environment.ts'
import { isSignedBy } from '../../harness/sandbox/signature.ts'
import { listenDuringTest } from '../../support/listen.ts'

/**
 * Opens an SSM that has these parameters, until the test ends. It refuses what is not signed with the credentials.
 * @returns its URL
 */
export async function openParameterStore(
  credentials: RoleCredentials,
  parameters: Record<string, string>,
): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url: path = '', headers } = request
      const body = await buffer(request)
      const answer = (status: number, content: object) =>
        response
          .writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' })
          .end(JSON.stringify(content))
      const signed = await isSignedBy({ method, path, headers, body }, credentials, awsRegion, 'ssm')
      if (!signed || headers['x-amz-target'] !== 'AmazonSSM.GetParameter')
        return answer(400, { __type: 'AccessDeniedException' })
      // what GetParameter takes
      const { Name, WithDecryption } = JSON.parse(body.toString()) as {
        Name: string
        WithDecryption: boolean
      }
      const Value = parameters[Name]
      if (Value === undefined || !WithDecryption) return answer(400, { __type: 'ParameterNotFound' })
      return answer(200, { Parameter: { Name, Type: 'SecureString', Value } })
    })()
  })
  return listenDuringTest(server)
}
