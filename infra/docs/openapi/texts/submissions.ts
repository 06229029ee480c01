import { maxSubmissionKib } from '../../../../lib/contract/limits.ts'
import { ids, raw, submission } from '../samples.ts'
import type { ResourceTexts } from './text.ts'

export const submissions: ResourceTexts = {
  tag: 'Submissions',
  description:
    'A submission is a request that arrived at the URL of a form. If the answer was 200, the submission is stored, whether it created a task or not.',
  operations: {
    'hooks.receive': {
      summary: 'Send a submission',
      description: `Accepts JSON, \`application/x-www-form-urlencoded\` and \`multipart/form-data\`, at most ${maxSubmissionKib} KiB in UTF-8. Of a file, only the name and size are kept. No token is needed, because the key is in the path. Query parameters are ignored, because some senders add their own. 200 means that the submission is stored. It either created a task, or it is held because that is not possible now. A repeated submission creates no second task. A browser gets a page or is redirected to \`redirect_url\`. The answer never shows a task.`,
      body: { name: 'Ada', message: 'Please call me' },
      answer: { received: true, submission_id: ids.submissionId },
    },
    'submissions.list': {
      summary: 'List submissions',
      description:
        'Lists the submissions of a form, newest first, in pages, without their bodies. A page can have fewer entries than `limit` and still have a `next_cursor`. Also needs the scope `read`.',
      query: { outcome: 'held' as const },
      answer: {
        submissions: [
          {
            ...submission,
            outcome: 'held',
            reason: "The project's task quota of 10000 is reached.",
            task_id: null,
          },
        ],
        next_cursor: null,
      },
    },
    'submissions.get': {
      summary: 'Read a submission',
      description:
        'Returns the submission with its body as it was sent, but without uploaded files. Also needs the scope `read`.',
      answer: { submission: { ...submission, ...raw } },
    },
    'submissions.replay': {
      summary: 'Replay a submission',
      description:
        'Maps the submission again with the current settings, and creates its task if it has none. No submission creates a second task. Also needs the scope `write`.',
      answer: { submission },
    },
  },
}
