export const voiceSteps = [
  { title: 'Ask', words: 'Send the request form, with links to the pages your agent should learn from.' },
  { title: 'Talk', words: 'We’ll contact you within 24 hours and quote your price.' },
  { title: 'Pick up', words: 'Your agent will be operational in one to two business days.' },
] as const;
