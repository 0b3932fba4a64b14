/** Rules for tables on paper, which does not scroll: all columns, wide tables in small type that wraps. */
export const TABLES_ON_PAPER = "@media print{" +
  ".lifeframe-scroll{overflow:visible!important;max-height:none!important;box-shadow:none!important}" +
  ".lifeframe-scroll th{position:static!important}.lifeframe-more{display:none}" +
  ".lifeframe-wide :is(th,td,span){font-size:7pt!important;padding:1px 3px!important;" +
  "white-space:normal!important;overflow-wrap:anywhere}}";
