/** How databases whose division of integers cuts off write the `day` of a dialect. @param time SQL for milliseconds since 1970 */
export function daySql(time: string): string {
  // The remainder of a division is negative before 1970.
  return `((${time} - ((${time} % 86400000) + 86400000) % 86400000) / 86400000)`
}
