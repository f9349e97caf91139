/** The part of Mailchimp's own client that is used here. It ships no types, and those of others leave out the client's class. */
declare module '@mailchimp/mailchimp_marketing/src/ApiClient.js' {
  export default class ApiClient {
    basePath: string;
    /** Milliseconds for one call from its start to the last byte of the answer; 0 waits for ever. */
    timeout: number;
    setConfig(config: { apiKey: string }): void;
    lists: {
      setListMember(
        listId: string,
        subscriberHash: string,
        body: {
          email_address: string;
          status_if_new: 'pending';
          status?: 'pending';
          merge_fields: Record<string, string>;
        },
        options: { skipMergeValidation: boolean },
      ): Promise<unknown>;
      updateListMemberTags(
        listId: string,
        subscriberHash: string,
        body: { tags: { name: string; status: 'active' }[] },
      ): Promise<unknown>;
    };
  }
}
