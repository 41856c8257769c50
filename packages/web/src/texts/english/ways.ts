export const waysTexts = {
  title: 'Notifications',
  reason: 'Reason',
  reasons: {
    mentioned: 'Mentioned',
    asked: 'Asked',
    assigned: 'Assigned to you',
    role: 'Your bugs',
    followed: 'Followed',
  },
  ways: { off: 'Off', inbox: 'Inbox', digest: 'Digest', mail: 'Email' },
  wayOf: (reason: string, way: string) => `${reason}: ${way}`,
  hint: 'Digest and Email include the inbox. Email about followed products and components is chosen where you follow them.',
  details: 'Details for roles',
}
