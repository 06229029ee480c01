import type { DefaultTheme } from 'vitepress'

/** What the site says of itself. */
export const site = { title: 'Tasks API', description: 'A REST API for tasks that a team runs itself.' }

/** A page in the sidebar. */
const page = (text: string, link: string): DefaultTheme.SidebarItem => ({ text, link })

/** The API reference is not a page of VitePress, so the browser loads it. */
const reference = { text: 'API reference', link: '/api', target: '_self' }

export const nav: DefaultTheme.NavItem[] = [
  { text: 'Tutorial', link: '/tutorial' },
  { text: 'Guide', link: '/guide' },
  { text: 'Recipes', link: '/recipes/' },
  reference,
]

export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: [
      page('What it is', '/'),
      page('Tutorial: a form and a board', '/tutorial'),
      page('Tutorial: a webhook and a rule', '/tutorial-webhook'),
      page('Guide', '/guide'),
      page('Questions', '/questions'),
    ],
  },
  {
    text: 'How to',
    items: [
      page('Tasks', '/how-to/tasks'),
      page('Export, delete, restore', '/how-to/export-and-trash'),
      page('Order and subtasks', '/how-to/order-and-subtasks'),
      page('Projects and lanes', '/how-to/projects'),
      page('Fields of your own', '/fields'),
      page('Forms', '/how-to/forms'),
      page('Replies by a form', '/how-to/form-replies'),
      page('Who does a task', '/how-to/people'),
      page('Tasks in your calendar', '/how-to/calendar'),
      page('Rules', '/how-to/rules'),
      page('Rules: each trigger and action', '/how-to/rule-examples'),
      page('Import tasks', '/how-to/import'),
      page('Many operations in one request', '/how-to/bulk'),
      page('The web interface', '/how-to/web-interface'),
    ],
  },
  {
    text: 'Recipes',
    items: [
      page('All recipes', '/recipes/'),
      page('Agents', '/recipes/agents'),
      page('n8n', '/recipes/n8n'),
      page('n8n, Zapier, Make by forms', '/recipes/automation'),
      page('Google Forms', '/recipes/google-forms'),
      page('HTML forms', '/recipes/html'),
      page('Import from others', '/recipes/import'),
      page('Jotform', '/recipes/jotform'),
      page('Jobs at fixed times', '/recipes/scheduled'),
      page('Tally', '/recipes/tally'),
      page('Typeform', '/recipes/typeform'),
      page('Receive webhooks', '/recipes/webhooks'),
      page('WordPress', '/recipes/wordpress'),
    ],
  },
  {
    text: 'Concepts',
    items: [
      page('Authentication', '/concepts/authentication'),
      page('Members and sessions', '/concepts/members'),
      page('Errors', '/concepts/errors'),
      page('Paging', '/concepts/paging'),
      page('Retry safely', '/concepts/repeats'),
      page('Versions and conflicts', '/concepts/versions'),
      page('Rate limit and quota', '/concepts/rate-limits'),
      page('Dry run', '/concepts/dry-run'),
      page('Change feed', '/concepts/change-feed'),
      page('Comments', '/concepts/comments'),
      page('History', '/concepts/history'),
      page('Webhooks', '/concepts/webhooks'),
      page('How rules behave', '/concepts/rules'),
    ],
  },
  {
    text: 'Reference',
    items: [
      reference,
      page('All endpoints', '/reference/endpoints'),
      page('Error codes', '/reference/errors'),
      page('TypeScript client', '/reference/client'),
      page('Three programs with the client', '/reference/client-uses'),
      page('Python client', '/reference/python'),
      page('The file of the Python client', '/reference/python-file'),
      page('Command line', '/command-line'),
      page('Limits', '/limits'),
      page("The owner's interface", '/tasks-interface'),
    ],
  },
  {
    text: 'Operate',
    items: [
      page('On your own machine', '/self-hosting'),
      page('Without a clone', '/self-hosting-package'),
      page('On other systems', '/self-hosting-elsewhere'),
      page('Backups and upgrades', '/self-hosting-backups'),
      page('On AWS', '/deploy'),
      page('Settings on AWS', '/deploy-settings'),
      page('Data on AWS', '/deploy-data'),
      page('Watching and costs on AWS', '/deploy-watching'),
      page('Runbook', '/runbook'),
      page('Sign-in', '/sign-in'),
      page('Sign-in with Google', '/sign-in/google'),
      page('Sign-in with Microsoft Entra', '/sign-in/entra'),
      page('Sign-in with Keycloak', '/sign-in/keycloak'),
      page('Sign-in with Amazon Cognito', '/sign-in/cognito'),
    ],
  },
  {
    text: 'Explain',
    items: [
      page('Architecture', '/architecture'),
      page('Decisions', '/decisions'),
      page('Dependencies', '/dependencies'),
      page('Decisions about calendars', '/decisions-calendars'),
      page('Decisions about webhooks', '/decisions-webhooks'),
      page('Decisions about rules', '/decisions-rules'),
      page('Security', '/security'),
      page('Security of forms, webhooks, agents', '/security-features'),
      page('Performance', '/performance'),
      page('What rules cost', '/performance-rules'),
    ],
  },
]
