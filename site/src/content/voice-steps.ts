export const voiceSteps = [
  { title: 'Ask', words: 'Send the request form. Put in links to the pages the agent should learn from.' },
  { title: 'Talk', words: 'We contact you within 24 hours and quote your price.' },
  { title: 'Pick up', words: 'Your agent is operational in one to two business days.' },
] as const;
