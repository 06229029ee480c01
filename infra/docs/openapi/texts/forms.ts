import { maxForms, maxHeldSubmissions, maxReplayedSubmissions } from '../../../../lib/contract/limits.ts'
import { form, ids } from '../samples.ts'
import type { ResourceTexts } from './text.ts'

const url = 'https://api.example.com/v1/hooks/hk_<account>_<form>_<random>_<checksum>'
const sample = '{"name": "Ada", "message": "Please call me"}'

export const forms: ResourceTexts = {
  tag: 'Forms',
  description:
    'A form has a URL to which a website, a form service or an automation tool posts. Each submission becomes a task in its project. Whoever manages forms needs the scope `hooks`; what writes tasks also needs `write`, and reading submissions needs `read`.',
  operations: {
    'forms.create': {
      summary: 'Create a form',
      description: `The \`url\` is in this answer and never again: whoever knows it may send. Also needs the scope write. An account has at most ${maxForms} forms.`,
      body: { projectId: ids.projectId, name: 'Contact' },
      answer: { form: { ...form, url } },
    },
    'forms.list': {
      summary: 'List forms',
      description: 'All forms of the account, oldest first, without their URLs and secrets.',
      answer: { forms: [form] },
    },
    'forms.get': {
      summary: 'Read a form',
      description: `\`held_count\` says how many submissions wait for a replay. A form takes at most ${maxHeldSubmissions} of them.`,
      answer: { form },
    },
    'forms.update': {
      summary: 'Change a form',
      description:
        'Only the fields that are sent change; null takes a setting away. A change takes effect within a minute. Also needs the scope write.',
      body: { paused: true },
      answer: { form: { ...form, paused: true } },
    },
    'forms.delete': {
      summary: 'Delete a form',
      description:
        'Its URL stops working within a minute. Its submissions can no longer be read; the tasks stay.',
      answer: { success: true },
    },
    'forms.rotate-url': {
      summary: 'Give a form a new URL',
      description:
        'The URL before stays valid for `oldValidHours`, so that nothing is lost while you change it at the sender. With 0 it stops working within a minute. Also needs the scope write.',
      body: { oldValidHours: 24 },
      answer: { form: { ...form, url } },
    },
    'forms.preview': {
      summary: 'Try a mapping on a sample',
      description:
        'Shows what the form reads of a sample and which task it would make; nothing is stored. `task` is null where it would make none: `warnings` say why.',
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
      description: `Maps up to ${maxReplayedSubmissions} held submissions again, oldest first, with the settings of now, and makes their tasks. While \`has_more\` is true, call it again with \`next_cursor\` as \`cursor\`. No submission makes a second task. Also needs the scope write.`,
      answer: { created: 3, duplicates: 0, still_held: 1, has_more: false, next_cursor: null },
    },
  },
}
