// Times as answers write them.

/** `YYYY-MM-DDTHH:MM:SSZ`: whole seconds in UTC. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}
