import { maxForms, maxHeldSubmissions, maxReplayedSubmissions } from '../../../../lib/contract/limits.ts'
import { form, ids } from '../samples.ts'
import type { ResourceTexts } from './text.ts'

const url = 'https://api.example.com/v1/hooks/hk_<account>_<form>_<random>_<checksum>'
const sample = '{"name": "Ada", "message": "Please call me"}'

export const forms: ResourceTexts = {
  tag: 'Forms',
  description:
    'A form has a URL. A website, a form service or an automation tool posts submissions to this URL. Each submission becomes a task in the project of the form. All operations on forms need the scope `hooks`. Operations that let a form create tasks also need `write`, and operations that read submissions also need `read`.',
  operations: {
    'forms.create': {
      summary: 'Create a form',
      description: `Only this answer has the \`url\`; no later answer shows it again. Anyone who knows the URL can send submissions. Also needs the scope \`write\`. An account can have at most ${maxForms} forms.`,
      body: { projectId: ids.projectId, name: 'Contact' },
      answer: { form: { ...form, url } },
    },
    'forms.list': {
      summary: 'List forms',
      description: 'Lists all forms of the account, oldest first, without their URLs and secrets.',
      answer: { forms: [form] },
    },
    'forms.get': {
      summary: 'Read a form',
      description: `Returns the form. \`held_count\` is the number of submissions that wait for a replay. A form holds at most ${maxHeldSubmissions} submissions.`,
      answer: { form },
    },
    'forms.update': {
      summary: 'Change a form',
      description:
        'Changes only the fields that you send. Null removes a setting. A change takes effect within a minute. Also needs the scope `write`.',
      body: { paused: true },
      answer: { form: { ...form, paused: true } },
    },
    'forms.delete': {
      summary: 'Delete a form',
      description:
        'The URL of the form stops working within a minute. Its submissions can no longer be read. Its tasks stay.',
      answer: { success: true },
    },
    'forms.rotate-url': {
      summary: 'Give a form a new URL',
      description:
        'The old URL stays valid for `oldValidHours`, so that no submission is lost while you change the URL at the sender. With 0 it stops working within a minute. Also needs the scope `write`.',
      body: { oldValidHours: 24 },
      answer: { form: { ...form, url } },
    },
    'forms.preview': {
      summary: 'Try a mapping on a sample',
      description:
        'Shows which fields the form reads from a sample, and which task it would create. Nothing is stored. If the sample would create no task, `task` is null and `warnings` say why.',
      body: {
        contentType: 'application/json',
        body: sample,
        mapping: { label: 'Call {{name}}', description: '{{all}}' },
      },
      answer: {
        fields: [
          { key: 'name', label: 'name', value: 'Ada' },
          { key: 'message', label: 'message', value: 'Please call me' },
        ],
        task: {
          label: 'Call Ada',
          description: 'name: Ada\nmessage: Please call me',
          status: 0,
          workflow_lane_id: null,
        },
        dedupe_key: 'body 3f786850e387550fdab836ed7e6dc881de23001b 29909280',
        warnings: ['This submission has no id: a repeat is known as one for a minute only.'],
      },
    },
    'forms.replay': {
      summary: 'Replay held submissions',
      description: `Maps up to ${maxReplayedSubmissions} held submissions again with the current settings, oldest first, and creates their tasks. While \`has_more\` is true, call it again with \`next_cursor\` as \`cursor\`. No submission creates a second task. Also needs the scope \`write\`.`,
      answer: { created: 3, duplicates: 0, still_held: 1, has_more: false, next_cursor: null },
    },
  },
}
