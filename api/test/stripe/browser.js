// @ts-nocheck: runs in a browser page, and this package has no DOM types.
// Replaces js.stripe.com. It has what @stripe/stripe-js and @stripe/react-stripe-js call, with plain fields
// instead of Stripe's frames. It calls the server that it was loaded from.
(() => {
  const base = new URL(document.currentScript.src).origin;
  const { createPaymentElement, askForAuthentication } = window.fakePaymentElement;

  function Stripe(publishableKey) {
    async function call(method, id, verb, fields) {
      const form = new URLSearchParams({ key: publishableKey, ...fields });
      const path = `${base}/v1/payment_intents/${id}${verb ? `/${verb}` : ''}`;
      try {
        const response = await (method === 'GET'
          ? fetch(`${path}?${form}`)
          : fetch(path, { method, body: form }));
        const answer = await response.json();
        return response.ok ? { paymentIntent: answer } : { error: answer.error };
      } catch {
        const message = 'We are experiencing issues connecting to our payments provider. Please try again.';
        return { error: { type: 'api_connection_error', message } };
      }
    }

    /** Stripe refuses a payment that does not match the options given to its fields. */
    async function mismatchOf(announced, id, clientSecret) {
      const { paymentIntent, error } = await call('GET', id, '', { client_secret: clientSecret });
      if (error) return error;
      const wrong = Object.entries({
        amount: [announced.amount, paymentIntent.amount],
        currency: [announced.currency, paymentIntent.currency],
        setup_future_usage: [announced.setupFutureUsage ?? null, paymentIntent.setup_future_usage],
      }).find(([, [told, real]]) => told !== real);
      return (
        wrong && {
          type: 'invalid_request_error',
          message: `The ${wrong[0]} does not match the PaymentIntent.`,
        }
      );
    }

    const authenticate = (clientSecret, isAgreed) =>
      call('POST', idIn(clientSecret), 'authenticate', {
        client_secret: clientSecret,
        is_agreed: String(isAgreed),
      });

    async function nextAction(paymentIntent) {
      const action = paymentIntent.next_action;
      if (action?.type === 'redirect_to_url') return leaveFor(action.redirect_to_url.url);
      return authenticate(paymentIntent.client_secret, await askForAuthentication());
    }

    async function confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
      const secret = clientSecret ?? elements.clientSecret();
      if (redirect === 'always' && !confirmParams.return_url)
        throw integrationError('confirmParams.return_url is required unless redirect is if_required');
      if (!elements.isReadyToConfirm())
        throw integrationError('elements.submit() must be called before stripe.confirmPayment()');
      const problem = elements.problem();
      if (problem) return { error: problem };
      const mismatch = elements.isDeferred()
        ? await mismatchOf(elements.announced(), idIn(secret), secret)
        : undefined;
      if (mismatch) return { error: mismatch };
      const first = await call('POST', idIn(secret), 'confirm', {
        client_secret: secret,
        return_url: confirmParams.return_url ?? '',
        ...elements.paymentMethod(),
      });
      const result =
        first.paymentIntent?.status === 'requires_action' ? await nextAction(first.paymentIntent) : first;
      const judged = withRefusal(result);
      if (judged.error || redirect === 'if_required') return judged;
      return leaveFor(backTo(confirmParams.return_url, judged.paymentIntent));
    }

    return {
      elements: (options = {}) => createElements(options),
      confirmPayment,
      confirmCardPayment: unsupported,
      createToken: unsupported,
      createPaymentMethod: unsupported,
      handleNextAction: async ({ clientSecret }) => {
        const seen = await call('GET', idIn(clientSecret), '', { client_secret: clientSecret });
        return seen.paymentIntent?.status === 'requires_action' ? nextAction(seen.paymentIntent) : seen;
      },
      retrievePaymentIntent: (clientSecret) =>
        call('GET', idIn(clientSecret), '', { client_secret: clientSecret }),
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }
  // The version that @stripe/stripe-js expects. It warns about any other.
  Stripe.version = 'endive';
  window.Stripe = Stripe;

  function createElements(options) {
    let current = options;
    let element;
    let isSubmitted = false;
    return {
      create: (type) => {
        if (type !== 'payment') throw integrationError(`The stand-in draws no ${type} element`);
        if (element) throw integrationError('Can only create one Element of type payment');
        element = createPaymentElement(() => {
          element = undefined;
        });
        return element.face;
      },
      getElement: (type) => (type === 'payment' && element ? element.face : null),
      update: (changes) => {
        current = { ...current, ...changes };
      },
      fetchUpdates: async () => ({}),
      submit: async () => {
        const error = element?.problem();
        isSubmitted = !error;
        return error ? { error } : { selectedPaymentMethod: element?.way() };
      },
      clientSecret: () => current.clientSecret,
      isDeferred: () => current.mode === 'payment',
      announced: () => current,
      isReadyToConfirm: () => element !== undefined && (current.clientSecret !== undefined || isSubmitted),
      problem: () => element.problem(),
      paymentMethod: () => element.paymentMethod(),
    };
  }

  /** After 3-D Secure, the refusal is stored in the intent. */
  function withRefusal(result) {
    const { paymentIntent } = result;
    if (paymentIntent?.status !== 'requires_payment_method') return result;
    return { error: { ...paymentIntent.last_payment_error, payment_intent: paymentIntent } };
  }

  function backTo(returnUrl, paymentIntent) {
    const url = new URL(returnUrl);
    url.searchParams.set('payment_intent', paymentIntent.id);
    url.searchParams.set('payment_intent_client_secret', paymentIntent.client_secret);
    url.searchParams.set('redirect_status', 'succeeded');
    return url.href;
  }

  /** Never resolves, because the browser leaves the page. */
  function leaveFor(url) {
    window.location.assign(url);
    return new Promise(() => {});
  }

  function integrationError(message) {
    const error = new Error(message);
    error.name = 'IntegrationError';
    return error;
  }

  /** The wrappers only check that these functions exist. */
  async function unsupported() {
    throw integrationError('The stand-in knows confirmPayment alone');
  }

  const idIn = (clientSecret) => String(clientSecret).split('_secret_')[0];
})();
