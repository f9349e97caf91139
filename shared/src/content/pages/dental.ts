import { drawing, line, list, rich, searchResult, steps, text, type ContentPage } from '../field.ts';

export const dental: ContentPage = {
  id: 'dental',
  label: 'Dental practices',
  path: '/dental-practice',
  sections: [
    searchResult(
      'dental',
      'Voice agent for dental practices · {business name}',
      'A voice agent for dental practices: scheduling, FAQs, follow-ups, pre-screening, marketing, emergency triage, surveys, and internal support.',
    ),
    {
      label: 'Top of the page',
      fields: [
        line('dental.heading', 'Heading', 'Your front desk, when the front desk is busy'),
        rich(
          'dental.lede',
          'Text below',
          'A voice agent for dental practices. It answers while you’re with patients, and it knows what to do about an emergency at seven in the morning.',
        ),
        line('dental.start', 'Button', 'Tell us about your practice', 40),
        line('dental.more', 'Second button', 'See the voice agent', 40),
      ],
    },
    {
      label: 'Picture',
      fields: [
        drawing('dental.picture', 'Picture'),
        line('dental.call.line', 'Whose phone line, and when', 'Front desk, 12:10 pm', 26),
        line('dental.call.caller', 'The caller', 'My crown came out.', 46),
        line('dental.call.agent', 'The agent', 'We have an opening at 2:30 today.', 46),
        line('dental.call.answer', 'The caller’s answer', 'I’ll take it.', 46),
        line('dental.call.booked', 'What is booked', 'Booked: today, 2:30 pm', 40),
        line(
          'dental.share',
          'Picture beside shared links, in words',
          'A call to a dental practice: the voice agent books a 2:30 appointment.',
        ),
      ],
    },
    {
      label: 'A day of calls',
      fields: [
        line('dental.day', 'Heading', 'A Tuesday on your phone line'),
        rich(
          'dental.dayLede',
          'Text below',
          'Eight kinds of calls. Pick the ones you want off your front desk.',
        ),
        list(
          'dental.calls',
          ['Calls', 'call'],
          [1, 12],
          [
            line('time', 'Time', '', 16),
            line('caller', 'The caller'),
            line('category', 'Kind of call', '', 60),
            text('agent', 'What the agent does'),
          ],
          [
            [
              '6:52 am',
              '“My crown came out.”',
              'Emergency triage',
              'Follows your emergency protocol, even after hours.',
            ],
            [
              '8:05 am',
              '“Do you have anything Friday?”',
              'Appointment scheduling',
              'Books within the hours you set.',
            ],
            [
              '9:40 am',
              '“Do you take my insurance?”',
              'FAQs',
              'Answers from your list of services and accepted insurance.',
            ],
            [
              '11:15 am',
              '“It’s my first visit.”',
              'Pre-screening',
              'Asks your screening questions before the visit.',
            ],
            [
              '1:30 pm',
              '“Where is the sterilization protocol?”',
              'Internal support',
              'Reads your staff the protocol you gave it.',
            ],
            [
              '3:10 pm',
              '“It still hurts a little.”',
              'Follow-ups',
              'Checks in after a procedure, on your schedule.',
            ],
            [
              '4:45 pm',
              '“Is it time for my cleaning?”',
              'Marketing',
              'Invites patients back and shares your offers.',
            ],
            [
              '6:20 pm',
              '“It went well, thank you.”',
              'Surveys',
              'Asks how the visit went and records the answer.',
            ],
          ],
        ),
      ],
    },
    {
      label: 'How it works',
      fields: [
        line('dental.stepsHeading', 'Heading', 'From form to first call'),
        steps('dental.steps', [
          [
            'Choose',
            'Fill out one form: the calls you want answered, the systems you use, the languages you need, and HIPAA.',
          ],
          [
            'Talk',
            'We’ll contact you within {contact time} and quote your price. We reply on {reply days}. A third party bills you separately.',
          ],
          ['Go live', 'Your agent will be operational in {voice agent time}.'],
        ]),
      ],
    },
  ],
};
