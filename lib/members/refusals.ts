import { ApiError } from '../contract/api-error.ts'

/** The same words whether nobody knows the e-mail address or only other accounts do. */
export const notAMember = (): ApiError =>
  new ApiError(
    'not_a_member',
    'You are not a member here: ask an administrator of your team to add your e-mail address.',
  )

/** The sign-in was refused. The words say nothing of what the provider has answered. */
export const signInFailed = (message = 'The sign-in failed: start it again.', cause?: unknown): ApiError =>
  new ApiError('sign_in_failed', message, { cause })
