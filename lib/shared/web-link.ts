/** Where the web interface is; undefined without one, or where the service does not know its own address: render-error.ts. */
export function webOrigin(): string | undefined {
  const { WEB_INTERFACE, PUBLIC_ORIGIN, LOOPBACK_ORIGIN } = process.env
  return WEB_INTERFACE === 'off' ? undefined : (PUBLIC_ORIGIN ?? LOOPBACK_ORIGIN)
}

/** The route of a task in the web interface. */
export const taskRoute = (projectId: string, taskId: string) => `#/projects/${projectId}/tasks/${taskId}`
