//! Languages and colours.

use super::harness::{Explorer, WIDE, WIN};

#[tokio::test]
async fn every_language_has_every_text() {
    let explorer = Explorer::open("languages", WIDE).await;
    explorer.paste(WIN).await;
    explorer.until("the win", "return document.querySelector('#status').className === 'win'").await;
    let missing = explorer
        .client
        .execute_async(
            "const done = arguments[0];
            import('/words.js').then(({ LANGUAGES }) => {
                const all = Object.keys(LANGUAGES.en).sort().join();
                done(Object.keys(LANGUAGES).filter((code) => Object.keys(LANGUAGES[code]).sort().join() !== all));
            });",
            Vec::new(),
        )
        .await
        .unwrap();
    assert_eq!(missing, serde_json::json!([]));
    for (language, status) in [
        ("ro", "Albul la mutare · Albul câștigă în 13 semimutări"),
        ("pt", "Jogam: Brancas · Brancas ganham em 13 meios-lances"),
        ("de", "Weiß am Zug · Weiß gewinnt in 13 Halbzügen"),
        ("en", "White to move · White wins in 13 plies"),
    ] {
        explorer.choose("#language", language).await;
        assert_eq!(explorer.text("#status").await, status);
        assert_eq!(explorer.run("return document.documentElement.lang").await, language);
        let page = explorer.text("body").await;
        assert!(!page.contains("undefined") && !page.contains("{0}"), "{page}");
    }
    // It is remembered.
    explorer.choose("#language", "de").await;
    explorer.visit("").await;
    assert_eq!(explorer.text("#new").await, "Neues Spiel");
    explorer.close().await;
}

#[tokio::test]
async fn light_and_dark() {
    let explorer = Explorer::open("colours", WIDE).await;
    explorer.paste("d6 f4 d2 b4 f6 f2 b6xf2 g7").await;
    explorer.until_turns(8).await;
    let brightness =
        "const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g);
        return (Number(r) + Number(g) + Number(b)) / 3";
    explorer.choose("#theme", "light").await;
    assert!(explorer.run(brightness).await.as_f64() > Some(200.0));
    explorer.picture("light").await;
    explorer.choose("#theme", "dark").await;
    assert!(explorer.run(brightness).await.as_f64() < Some(60.0));
    explorer.picture("dark").await;
    explorer.close().await;
}
