import type { DefaultTheme } from 'vitepress'

/** A page in the sidebar. */
const page = (text: string, link: string): DefaultTheme.SidebarItem => ({ text, link })

/** The API reference is not a page of VitePress, so the browser loads it. */
const reference = { text: 'API reference', link: '/api', target: '_self' }

export const nav: DefaultTheme.NavItem[] = [
  { text: 'Guide', link: '/guide' },
  { text: 'Recipes', link: '/recipes/' },
  reference,
]

export const sidebar: DefaultTheme.SidebarItem[] = [
  { text: 'Start', items: [page('What it is', '/'), page('Guide', '/guide'), page('Fields', '/fields')] },
  {
    text: 'How to',
    items: [
      page('All recipes', '/recipes/'),
      page('Agents', '/recipes/agents'),
      page('n8n, Zapier, Make', '/recipes/automation'),
      page('Google Forms', '/recipes/google-forms'),
      page('HTML forms', '/recipes/html'),
      page('Import', '/recipes/import'),
      page('Jotform', '/recipes/jotform'),
      page('Jobs at fixed times', '/recipes/scheduled'),
      page('Tally', '/recipes/tally'),
      page('Typeform', '/recipes/typeform'),
      page('Receive webhooks', '/recipes/webhooks'),
      page('WordPress', '/recipes/wordpress'),
    ],
  },
  {
    text: 'Reference',
    items: [
      reference,
      page('Error codes', '/reference/errors'),
      page('TypeScript client', '/reference/client'),
      page('Command line', '/command-line'),
      page('Limits', '/limits'),
      page("The owner's interface", '/tasks-interface'),
    ],
  },
  {
    text: 'Operate',
    items: [
      page('On your own machine', '/self-hosting'),
      page('On AWS', '/deploy'),
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
      page('Security', '/security'),
      page('Performance', '/performance'),
    ],
  },
]
