import { ApiError } from '../contract/api-error.ts'
import { describeError, endingOf, openInvocation } from './invocation/invocation.ts'
import type { ApiEvent, ApiMiddleware } from './types.ts'

/**
 * Returns API Gateway's request id, or undefined if the event has none. A test event from the Lambda console can be any
 * JSON value; base-stack.ts refuses it, and the answer has Lambda's own request id.
 */
function requestIdOf(event: unknown): string | undefined {
  const id: unknown = (event as Partial<ApiEvent> | null)?.requestContext?.requestId
  return typeof id === 'string' ? id : undefined
}

const errorCount = (status: number) =>
  status >= 400 && { [status >= 500 ? 'ServerErrors' : 'ClientErrors']: 1 }

/** Opens the request's invocation, and ends it with its log line. The line has no path, because a path may hold a key. */
export const logRequest = (endpointId: string): ApiMiddleware => {
  const end = endingOf({ endpoint: endpointId })
  const writeLine: ApiMiddleware['after'] = ({ context, response, error }) => {
    const failure = error instanceof ApiError ? error : undefined
    const isFault = failure !== undefined && failure.status >= 500
    const { invocation, caller, holder, requestId } = context
    end(invocation, context, {
      level: isFault ? 'error' : 'info',
      line: {
        message: 'request',
        endpoint: endpointId,
        status: response?.statusCode,
        code: failure?.code,
        // the message quotes nothing of the request; the form's owner needs it to set the signature right
        ...(failure?.code === 'invalid_signature' && { expected: failure.message }),
        account_id: (caller ?? holder)?.accountId, // absent if authentication failed
        request_id: requestId,
        ...(isFault && { cause: describeError(failure.cause) }),
      },
      counts: { Requests: 1, ...errorCount(response?.statusCode ?? 500) },
    })
  }
  return {
    before: function openRequest({ event, context }) {
      context.requestId = requestIdOf(event) ?? context.awsRequestId
      context.invocation = openInvocation(context)
    },
    after: writeLine,
    onError: writeLine,
  }
}
