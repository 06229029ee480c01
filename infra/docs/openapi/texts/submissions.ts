import { maxSubmissionKib } from '../../../../lib/contract/limits.ts'
import { ids, raw, submission } from '../samples.ts'
import type { ResourceTexts } from './text.ts'

export const submissions: ResourceTexts = {
  tag: 'Submissions',
  description:
    'What arrived at the URL of a form. A submission that was answered 200 is stored, whatever became of it.',
  operations: {
    'hooks.receive': {
      summary: 'Send a submission',
      description: `Takes JSON, \`application/x-www-form-urlencoded\` and \`multipart/form-data\`, at most ${maxSubmissionKib} KiB in UTF-8; a task gets the name and size of a file only. No token is needed: the key is in the path. 200 means that the submission is stored: it made a task, or it is held where that is not possible now. A repeat makes no second task. A browser gets a page, or goes to \`redirect_url\`. The answer never shows a task.`,
      answer: { received: true, submission_id: ids.submissionId },
    },
    'submissions.list': {
      summary: 'List submissions',
      description:
        'The submissions of a form, newest first, by pages, without their bodies. Also needs the scope read. A page may be short and still have a `next_cursor`.',
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
      description: 'With its body as it came. Also needs the scope read.',
      answer: { submission: { ...submission, ...raw } },
    },
    'submissions.replay': {
      summary: 'Replay a submission',
      description:
        'Maps it again with the settings of now, and makes its task if it has none. No submission makes a second task. Also needs the scope write.',
      answer: { submission },
    },
  },
}
